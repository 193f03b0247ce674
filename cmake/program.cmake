# Builds the study, the commands and the program.
foreach(folder stages src/study src/study/memory src/console)
  add_subdirectory(${folder})
endforeach()
hexscan_archive(hexscan_study FOLDERS stages ladder memory_lessons USES PUBLIC hexscan_library)
foreach(folder src/commands src/study/commands src/sweep/commands)
  add_subdirectory(${folder})
endforeach()
hexscan_archive(hexscan_cli FOLDERS console commands study_commands sweep_commands
  USES PUBLIC hexscan_study Boost::program_options)

add_executable(hexscan src/main.cpp)
target_link_libraries(hexscan PRIVATE hexscan_cli hexscan_flags hexscan_warnings)
if(TARGET hexscan_mpi)
  add_dependencies(hexscan hexscan_mpi)
endif()

# The program generates its man page and shell completions from its tables of options.
set(generated ${PROJECT_BINARY_DIR}/generated)
file(MAKE_DIRECTORY ${generated})
add_custom_command(OUTPUT ${generated}/hexscan.1 ${generated}/hexscan.bash ${generated}/hexscan.fish
  COMMAND hexscan man > ${generated}/hexscan.1
  COMMAND hexscan completion bash > ${generated}/hexscan.bash
  COMMAND hexscan completion fish > ${generated}/hexscan.fish
  DEPENDS hexscan VERBATIM)
add_custom_target(hexscan_user_files ALL DEPENDS ${generated}/hexscan.1)
