# Builds the shell of a sweep's page by the rules of the build, without compiling anything.
# usage: cmake -D FOLDER=WHERE -P page_shell.cmake     leaves WHERE/sweep_page_shell.cpp
get_filename_component(PROJECT_SOURCE_DIR ${CMAKE_CURRENT_LIST_DIR}/../.. ABSOLUTE)
set(PROJECT_BINARY_DIR ${FOLDER})
# The shell belongs to no library here.
function(target_sources)
endfunction()
include(${PROJECT_SOURCE_DIR}/src/results/page/page.cmake)
include(${PROJECT_SOURCE_DIR}/src/sweep/page/page_files.cmake)
