# The Debian package: `cmake --build --preset package && cpack --preset package` leaves kindred_VERSION_ARCH.deb in
# build/package. tests/package_trial installs it in a bare Debian 12. One package: the library is small, and its
# headers smaller.
if(NOT KINDRED_INSTALL OR NOT PROJECT_IS_TOP_LEVEL)
  return()
endif()
include(GNUInstallDirs)
install(FILES ${CMAKE_CURRENT_LIST_DIR}/debian_copyright DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright)
install(FILES ${PROJECT_SOURCE_DIR}/CHANGELOG.md ${PROJECT_SOURCE_DIR}/NOTICE DESTINATION ${CMAKE_INSTALL_DOCDIR})

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME kindred)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_CONTACT "The Kindred authors <kindred@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "finds files that are versions of one another")
set(CPACK_PACKAGE_DESCRIPTION
    "Kindred finds files that came from the same source, or contain parts that did,\nin any tree, and shows what they share. With its library, libkindred.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION utils)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)  # for packages of programs that link libkindred
# Loaded when a URL of `near` asks for a server.
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "libsoci-postgresql4.0, libsoci-mysql4.0")
include(CPack)
