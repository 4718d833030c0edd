# The room src/extract in three libraries: kindred_extract is the main program's side (types, protocol, pool) and needs
# no parser; kindred_extract_worker is what every worker program has (sandbox, serving); kindred_extract_types are the
# parsers of kindred-extract. Tests of all three are one program, which gets the path of the workers.
find_package(EXPAT REQUIRED)
find_package(Zydis REQUIRED)
pkg_check_modules(ARCHIVE REQUIRED IMPORTED_TARGET libarchive)
pkg_check_modules(GMIME REQUIRED IMPORTED_TARGET gmime-3.0)
pkg_check_modules(ELF REQUIRED IMPORTED_TARGET libelf)
pkg_check_modules(SECCOMP REQUIRED IMPORTED_TARGET libseccomp)
pkg_check_modules(POPPLER IMPORTED_TARGET poppler-cpp)

# kindred_extract_part(library FOLDERS... LINK rooms... PARSERS libraries whose headers stay inside...)
function(kindred_extract_part library)
  cmake_parse_arguments(PART "" "" "FOLDERS;LINK;PARSERS" ${ARGN})
  set(sources "")
  foreach(folder ${PART_FOLDERS})
    file(GLOB some CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/extract/${folder}/*.cc)
    list(APPEND sources ${some})
  endforeach()
  list(FILTER sources EXCLUDE REGEX "_test\\.cc$")
  add_library(${library} STATIC ${sources})
  target_include_directories(${library} PUBLIC ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/include)
  target_link_libraries(${library} PUBLIC kindred_model fmt::fmt ${PART_LINK} PRIVATE ${PART_PARSERS})
  if(KINDRED_SANITIZE MATCHES undefined)
    # This check makes a pipe to see whether memory is there, which the sandbox does not allow.
    target_compile_options(${library} PUBLIC -fno-sanitize=vptr)
  endif()
  if(KINDRED_SHARED)
    set_target_properties(${library} PROPERTIES POSITION_INDEPENDENT_CODE ON)
  endif()
endfunction()

kindred_extract_part(kindred_extract FOLDERS . pool LINK Threads::Threads)
kindred_extract_part(kindred_extract_worker FOLDERS worker LINK kindred_extract PARSERS PkgConfig::SECCOMP)
kindred_extract_part(kindred_extract_types FOLDERS types types/archive types/media types/office LINK kindred_extract_worker
                     PARSERS PkgConfig::ARCHIVE EXPAT::EXPAT PkgConfig::GMIME PkgConfig::ELF Zydis::Zydis PkgConfig::MAGIC)

if(KINDRED_TESTS)
  file(GLOB_RECURSE extract_tests CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/extract/*_test.cc)
  kindred_test(test_extract kindred_extract_types ${extract_tests})
  target_compile_definitions(test_extract PRIVATE KINDRED_EXTRACT_PROGRAMS="${PROJECT_BINARY_DIR}"
                             KINDRED_SOURCE="${PROJECT_SOURCE_DIR}")
  add_dependencies(test_extract kindred_extract_program)
  if(POPPLER_FOUND)
    add_dependencies(test_extract kindred_extract_pdf_program)
  endif()
endif()
