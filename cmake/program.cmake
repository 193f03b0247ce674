# The study, the commands and the program.
set(HEXSCAN_PRECOMPILED files)
if(HEXSCAN_STUDY)
  foreach(folder stages src/study src/study/memory)
    add_subdirectory(${folder})
  endforeach()
  hexscan_archive(hexscan_study FOLDERS stages ladder memory_lessons USES PUBLIC hexscan_library_inside)
endif()
add_subdirectory(src/console)
set(HEXSCAN_PRECOMPILED commands)
add_subdirectory(src/commands)
if(HEXSCAN_STUDY)
  add_subdirectory(src/study/commands)
  hexscan_archive(hexscan_cli FOLDERS console commands study_commands USES PUBLIC hexscan_study Boost::program_options)
else()
  hexscan_archive(hexscan_cli FOLDERS console commands USES PUBLIC hexscan_library_inside Boost::program_options)
endif()

add_executable(hexscan src/main.cpp)
target_link_libraries(hexscan PRIVATE hexscan_cli hexscan_inside hexscan_warnings)
if(TARGET hexscan_mpi)
  add_dependencies(hexscan hexscan_mpi)
endif()

# Man page and shell completion come from the program's own tables of options.
set(generated ${PROJECT_BINARY_DIR}/generated)
file(MAKE_DIRECTORY ${generated})
add_custom_command(OUTPUT ${generated}/hexscan.1 ${generated}/hexscan.bash ${generated}/hexscan.fish
  COMMAND hexscan man > ${generated}/hexscan.1
  COMMAND hexscan completion bash > ${generated}/hexscan.bash
  COMMAND hexscan completion fish > ${generated}/hexscan.fish
  DEPENDS hexscan VERBATIM)
add_custom_target(hexscan_user_files ALL DEPENDS ${generated}/hexscan.1)
