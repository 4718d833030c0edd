# libkindred: all rooms in one shared library that exports only include/kindred (kindred.map), with what CMake and
# pkg-config need to find it. kindred::kindred is the target to link, whether Kindred is installed
# (find_package(kindred)) or a part of another project (add_subdirectory): without KINDRED_SHARED it is the rooms.
set(kindred_headers "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>")
set(kindred_rooms base model walk read mark tally index match span report extract act run inside tree jobs api)

if(NOT KINDRED_SHARED)
  add_library(kindred_linked INTERFACE)
  add_library(kindred::kindred ALIAS kindred_linked)
  target_include_directories(kindred_linked INTERFACE ${kindred_headers})
  target_compile_features(kindred_linked INTERFACE cxx_std_20)
  target_link_libraries(kindred_linked INTERFACE $<LINK_ONLY:kindred_api>)  # without the rooms' headers
  return()
endif()

list(TRANSFORM kindred_rooms REPLACE "(.+)" "$<TARGET_OBJECTS:kindred_\\1>" OUTPUT_VARIABLE kindred_objects)
add_library(kindred_shared SHARED ${kindred_objects})
add_library(kindred::kindred ALIAS kindred_shared)
set_target_properties(kindred_shared PROPERTIES
  OUTPUT_NAME kindred EXPORT_NAME kindred VERSION ${PROJECT_VERSION} SOVERSION 0 LINKER_LANGUAGE CXX
  LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR} LINK_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/kindred.map)
target_include_directories(kindred_shared INTERFACE ${kindred_headers})
target_compile_features(kindred_shared INTERFACE cxx_std_20)
target_link_options(kindred_shared PRIVATE LINKER:--version-script=${CMAKE_CURRENT_LIST_DIR}/kindred.map)
if(NOT KINDRED_SANITIZE)
  target_link_options(kindred_shared PRIVATE LINKER:--no-undefined)
endif()
# The rooms' objects are all there already; this is for the libraries that the rooms use.
target_link_libraries(kindred_shared PRIVATE kindred_api)

if(NOT KINDRED_INSTALL)
  return()
endif()
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(kindred_package ${CMAKE_INSTALL_LIBDIR}/cmake/kindred)
install(TARGETS kindred_shared EXPORT kindred_targets
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/kindred DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
# A file of targets is a whole configuration here: programs that link a shared library need none of its libraries.
install(EXPORT kindred_targets NAMESPACE kindred:: FILE kindred-config.cmake DESTINATION ${kindred_package})
# Before 1.0 a minor version may change the API.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/kindred-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/kindred-config-version.cmake DESTINATION ${kindred_package})

# The paths in it are relative to the file itself, so that the prefix may be chosen, or moved, later.
file(RELATIVE_PATH kindred_pc_prefix /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
string(REGEX REPLACE "/$" "" kindred_pc_prefix "${kindred_pc_prefix}")
configure_file(${CMAKE_CURRENT_LIST_DIR}/kindred.pc.in ${PROJECT_BINARY_DIR}/kindred.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/kindred.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
