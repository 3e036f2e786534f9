# Makes OUTPUT, the C++ source that holds the shell of the report page. Where there is no Node.js, or ECharts is
# neither there nor to be had, the source holds an empty text, and `headrace report` says so: the rest of the
# program is built all the same.
#
#   cmake -DFOLDER=analysis/report -DMODULES=analysis/report/node_modules -DOUTPUT=page_shell.cpp -P build.cmake
function(write_empty why)
  message(STATUS "`headrace report` will make no pages: ${why}")
  file(WRITE "${OUTPUT}" "#include \"analysis/report/page.h\"\n\nnamespace headrace {\n\n"
    "std::string_view page_shell() { return {}; }\n\n}  // namespace headrace\n")
endfunction()

find_program(node NAMES node nodejs)
if(NOT node)
  write_empty("there is no Node.js here (./headrace.sh build installs it)")
  return()
endif()

cmake_path(GET MODULES PARENT_PATH home)  # "${MODULES}/.." leads nowhere before there is one.
set(installed "${MODULES}/.package-lock.json")
if(NOT EXISTS "${installed}" OR "${home}/package-lock.json" IS_NEWER_THAN "${installed}")
  find_program(npm NAMES npm)
  set(code 1)
  if(npm)
    execute_process(COMMAND "${npm}" ci --omit=dev --no-audit --no-fund --silent --prefix "${home}"
      WORKING_DIRECTORY "${home}" RESULT_VARIABLE code OUTPUT_QUIET ERROR_QUIET)
  endif()
  if(NOT code EQUAL 0)
    write_empty("npm could not install ECharts (is this machine offline?)")
    return()
  endif()
  file(TOUCH "${installed}")
endif()

execute_process(COMMAND "${node}" "${FOLDER}/build.mjs" "${MODULES}" "${OUTPUT}" RESULT_VARIABLE code)
if(NOT code EQUAL 0)
  message(FATAL_ERROR "the page of `headrace report` could not be made")
endif()
