# cpack packs the installed files into the Debian package hexscan, for this distribution and architecture.
# dpkg-shlibdeps finds its dependencies from the libraries to which its programs are linked.
file(READ NOTICE notice)
file(READ LICENSE licence)
file(READ THIRD-PARTY-LICENSES third_party)
file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/copyright "${notice}\n${licence}\n${third_party}")
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/copyright DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR})

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME hexscan)
# The name .invalid belongs to nobody (RFC 2606). The project has no address of its own, so it names none that could be
# someone else's. Who publishes a package sets theirs.
set(HEXSCAN_MAINTAINER "The hexscan authors <maintainers@hexscan.invalid>" CACHE STRING
  "Who answers for a package: name and address")
set(CPACK_PACKAGE_CONTACT ${HEXSCAN_MAINTAINER})
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE
  WORLD_READ WORLD_EXECUTE)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
# One package has both components. The library is not packaged.
set(CPACK_COMPONENTS_ALL program)
if(TARGET hexscan_python)
  list(APPEND CPACK_COMPONENTS_ALL python)
endif()
set(CPACK_COMPONENTS_GROUPING ALL_COMPONENTS_IN_ONE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION "hexscan scans the workspace of a six-legged parallel machine on dense grids,
 with exact verdicts, proves or refutes that it does its job, and compares millions of its variants.")
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# CPack would call ldconfig for lib/hexscan, although the loader does not search that folder.
foreach(script postinst postrm)
  file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/${script} "#!/bin/sh\nexit 0\n")
  file(CHMOD ${CMAKE_CURRENT_BINARY_DIR}/${script} FILE_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ
    GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
  list(APPEND CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA ${CMAKE_CURRENT_BINARY_DIR}/${script})
endforeach()
# CPack lists the files of each component, /usr/bin/hexscan and others, as if this build folder had installed them. The
# target uninstall would then remove the files of an installed package.
list(TRANSFORM CPACK_COMPONENTS_ALL REPLACE "(.+)" "\"${CMAKE_CURRENT_BINARY_DIR}/install_manifest_\\1.txt\""
  OUTPUT_VARIABLE packaged)
list(JOIN packaged " " packaged)
file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/forget_packaged.cmake "file(REMOVE ${packaged})\n")
set(CPACK_POST_BUILD_SCRIPTS ${CMAKE_CURRENT_BINARY_DIR}/forget_packaged.cmake)
# Only the module for Python needs these packages.
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "python3, python3-numpy")
# If another project contains hexscan, that project makes its own package.
if(PROJECT_IS_TOP_LEVEL)
  include(CPack)
endif()
