# What `cmake --install` lays out, and the Debian package of it that `./headrace.sh package` makes: the program, its
# catalogue of scenarios, man pages, completions, the Python module and licences.
include(GNUInstallDirs)

# Pages and completions are made by the program of what its verbs declare, when it is built.
set(made ${CMAKE_BINARY_DIR}/install)
file(READ analysis/cli/verbs.cpp table)
string(REGEX MATCHALL "{\"[a-z]+\"" rows "${table}")
string(REGEX REPLACE "[{\"]" "" verbs "${rows}")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/analysis/cli/verbs.cpp)
set(pages ${made}/man/headrace.1)
add_custom_command(OUTPUT ${made}/man/headrace.1 DEPENDS headrace
  COMMAND ${CMAKE_COMMAND} -E make_directory ${made}/man
  COMMAND headrace help --man > ${made}/man/headrace.1)
foreach(verb IN LISTS verbs)
  add_custom_command(OUTPUT ${made}/man/headrace-${verb}.1 DEPENDS headrace
    COMMAND ${CMAKE_COMMAND} -E make_directory ${made}/man
    COMMAND headrace help --man ${verb} > ${made}/man/headrace-${verb}.1)
  list(APPEND pages ${made}/man/headrace-${verb}.1)
endforeach()
foreach(shell IN ITEMS bash zsh fish)
  add_custom_command(OUTPUT ${made}/completion/${shell} DEPENDS headrace
    COMMAND ${CMAKE_COMMAND} -E make_directory ${made}/completion
    COMMAND headrace completion ${shell} > ${made}/completion/${shell})
  list(APPEND completions ${made}/completion/${shell})
endforeach()
add_custom_target(headrace_pages ALL DEPENDS ${pages} ${completions})

install(TARGETS headrace RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(DIRECTORY scenarios/ DESTINATION ${CMAKE_INSTALL_DATADIR}/headrace/scenarios PATTERN loader EXCLUDE)
install(FILES ${pages} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${made}/completion/bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME headrace)
install(FILES ${made}/completion/zsh DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions RENAME _headrace)
install(FILES ${made}/completion/fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d
  RENAME headrace.fish)
install(FILES python/headrace.py DESTINATION lib/python3/dist-packages)
install(FILES packaging/copyright LICENSE README.md DESTINATION ${CMAKE_INSTALL_DOCDIR})

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME headrace)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_CONTACT "the authors of headrace")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "simulator of storage for machine learning")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION "headrace says whether a storage system keeps accelerators fed, and what should
 change if it does not: it runs training, checkpoint and inference workloads on a described system.")
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "python3, slurm-client")
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_VERBATIM_VARIABLES ON)
include(CPack)
