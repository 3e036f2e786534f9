# Writes OUTPUT from INPUT with the git revision of SOURCE; runs in every build, touches OUTPUT only on a change.
set(HEADRACE_REVISION "unknown")
find_program(GIT git)
if(GIT)
  # A prefix means that the tree lies inside some other repository, whose revision says nothing about us.
  execute_process(COMMAND ${GIT} rev-parse --show-prefix WORKING_DIRECTORY ${SOURCE}
    OUTPUT_VARIABLE prefix OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE outside ERROR_QUIET)
  if(outside EQUAL 0 AND prefix STREQUAL "")
    execute_process(COMMAND ${GIT} describe --always --dirty --abbrev=12 --exclude=* WORKING_DIRECTORY ${SOURCE}
      OUTPUT_VARIABLE described OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE failed ERROR_QUIET)
    if(failed EQUAL 0)
      set(HEADRACE_REVISION ${described})
    endif()
  endif()
endif()
configure_file(${INPUT} ${OUTPUT} @ONLY)
