# The component program has the program with its modules, machines, man page and completions. The component library has
# what other programs find with find_package(hexscan) or pkg-config. python/ installs the component python.
if(HEXSCAN_PROGRAM)
  install(TARGETS hexscan RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  install(FILES ${generated}/hexscan.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
  install(FILES ${generated}/hexscan.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions
    RENAME hexscan)
  install(FILES ${generated}/hexscan.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
endif()
install(DIRECTORY platforms DESTINATION ${CMAKE_INSTALL_DATADIR}/hexscan FILES_MATCHING PATTERN "*.yaml")
if(TARGET hexscan_mpi)
  install(TARGETS hexscan_mpi LIBRARY DESTINATION lib/hexscan)
endif()
include(cmake/packaging.cmake)

include(CMakePackageConfigHelpers)
set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/hexscan)
install(TARGETS hexscan_library hexscan_core hexscan_hdf5 EXPORT hexscan ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
  COMPONENT library)
install(EXPORT hexscan NAMESPACE hexscan:: FILE hexscan-targets.cmake DESTINATION ${package_folder}
  COMPONENT library)
install(DIRECTORY include/hexscan DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT library)
configure_package_config_file(cmake/hexscan-config.cmake.in ${PROJECT_BINARY_DIR}/hexscan-config.cmake
  INSTALL_DESTINATION ${package_folder})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/hexscan-config-version.cmake COMPATIBILITY SameMajorVersion)
install(FILES ${PROJECT_BINARY_DIR}/hexscan-config.cmake ${PROJECT_BINARY_DIR}/hexscan-config-version.cmake
  DESTINATION ${package_folder} COMPONENT library)

# The .pc file names the files of libraries that have no .pc file of their own.
get_target_property(hdf5_libraries hexscan_hdf5 INTERFACE_LINK_LIBRARIES)
list(FILTER hdf5_libraries EXCLUDE REGEX "::")
set(plain_libraries "")
foreach(library ${hdf5_libraries} ${CMAKE_DL_LIBS} pthread)
  if(library MATCHES "/")
    list(APPEND plain_libraries ${library})
  else()
    list(APPEND plain_libraries -l${library})
  endif()
endforeach()
if(HEXSCAN_CUDA)
  list(APPEND plain_libraries -L${CUDAToolkit_LIBRARY_DIR} -lcudart_static -lrt)
endif()
list(JOIN plain_libraries " " HEXSCAN_PLAIN_LIBRARIES)
file(RELATIVE_PATH up ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
configure_file(cmake/hexscan.pc.in ${PROJECT_BINARY_DIR}/hexscan.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/hexscan.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT library)

# If another project contains hexscan, that project removes its files itself.
if(PROJECT_IS_TOP_LEVEL)
  add_custom_target(uninstall COMMAND ${CMAKE_COMMAND} -P ${PROJECT_SOURCE_DIR}/cmake/uninstall.cmake
    WORKING_DIRECTORY ${PROJECT_BINARY_DIR} VERBATIM)
endif()
