# library.cmake: installs libpond alone: both libraries, the headers, and what pkg-config and
# find_package(pond) read. Programs link pond::pond (shared) or pond::static.

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

# Written relative to its own place, so that an installation may be moved.
set(pkgconfig_folder "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
file(RELATIVE_PATH pkgconfig_to_prefix "/${pkgconfig_folder}" "/")
configure_file(cmake/pond.pc.in pond.pc @ONLY)

set_target_properties(pond_shared PROPERTIES EXPORT_NAME pond)
set_target_properties(pond_static PROPERTIES EXPORT_NAME static)
install(TARGETS pond_static pond_shared EXPORT pond
  LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}"
  ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}")
install(DIRECTORY include/pond DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
  FILES_MATCHING PATTERN "*.h" PATTERN "*.def"
  REGEX "/(cli|common|help|module|page|phrases|program|server|terminal)\\.def$" EXCLUDE)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/pond.pc" DESTINATION "${pkgconfig_folder}")
install(EXPORT pond NAMESPACE pond:: FILE pondConfig.cmake
  DESTINATION "${CMAKE_INSTALL_LIBDIR}/cmake/pond")
write_basic_package_version_file("${CMAKE_CURRENT_BINARY_DIR}/pondConfigVersion.cmake"
  VERSION ${PROJECT_VERSION} COMPATIBILITY SameMajorVersion)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/pondConfigVersion.cmake"
  DESTINATION "${CMAKE_INSTALL_LIBDIR}/cmake/pond")
