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
set(cli_folders console commands)
set(cli_uses hexscan_library_inside Boost::program_options)
if(HEXSCAN_STUDY)
  add_subdirectory(src/study/commands)
  list(APPEND cli_folders study_commands)
  list(PREPEND cli_uses hexscan_study)
endif()
if(HEXSCAN_SWEEPS)
  add_subdirectory(src/sweep/commands)
  list(APPEND cli_folders sweep_commands)
  list(PREPEND cli_uses hexscan_sweeps_inside)
endif()
hexscan_archive(hexscan_cli FOLDERS ${cli_folders} USES PUBLIC ${cli_uses})

add_executable(hexscan src/main.cpp)
target_link_libraries(hexscan PRIVATE hexscan_cli hexscan_flags hexscan_warnings)
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
