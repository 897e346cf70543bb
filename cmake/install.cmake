# install.cmake: what `cmake --install` puts where, and the pages that the program writes itself.

include(GNUInstallDirs)

# The manual and the completions come from the program's own tables, so they cannot go stale.
function(pond_add_page page)
  set(output "${CMAKE_CURRENT_BINARY_DIR}/share/${page}")
  cmake_path(GET output PARENT_PATH folder)
  add_custom_command(OUTPUT "${output}"
    COMMAND ${CMAKE_COMMAND} -E make_directory "${folder}"
    COMMAND pond ${ARGN} > "${output}"
    DEPENDS pond VERBATIM)
  set_property(GLOBAL APPEND PROPERTY pond_pages "${output}")
endfunction()

foreach(language IN LISTS languages)
  if(language STREQUAL "en")
    pond_add_page(man/man1/pond.1 manual --lang en)
  else()
    pond_add_page(man/${language}/man1/pond.1 manual --lang ${language})
  endif()
endforeach()
pond_add_page(bash-completion/completions/pond completion bash)
pond_add_page(zsh/site-functions/_pond completion zsh)
pond_add_page(fish/vendor_completions.d/pond.fish completion fish)
get_property(pages GLOBAL PROPERTY pond_pages)
add_custom_target(pages ALL DEPENDS ${pages})

configure_file(cmake/pond-tables.pc.in pond-tables.pc @ONLY)

install(TARGETS pond pond_tables
  RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}"
  LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}"
  ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}")
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/pond-tables.pc"
  DESTINATION "${pkgconfig_folder}")
install(DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}/share/man/"
  DESTINATION "${CMAKE_INSTALL_MANDIR}")
foreach(folder bash-completion zsh fish)
  install(DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}/share/${folder}"
    DESTINATION "${CMAKE_INSTALL_DATADIR}")
endforeach()
install(FILES LICENSE DESTINATION "${CMAKE_INSTALL_DOCDIR}")
