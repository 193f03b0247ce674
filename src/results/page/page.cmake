# Builds the shell of a page: one HTML file without its data, compiled in as a string. In the template stand
#   %STYLE%      for the style sheet,
#   %FAULT_LINE%  for the line that tells of exceptions, and its script, before all others,
#   %MIT_LICENCE%  for the licence of the libraries,
#   %LIBRARIES%  for the distribution's libraries, one classic script each,
#   %MODULES%    for the page's own modules, one module script in the order they are listed: each after what it uses.
# In one script there is nothing to import. So a module's imports, lines that begin with "import" and end with a
# semicolon, go, and it exports declarations only, which stay. Names at the top of a module are unique among a page's
# modules: a browser refuses a script that declares a name twice, and so does the test of the page.
function(hexscan_page library symbol)
  cmake_parse_arguments(PAGE "" "TEMPLATE;STYLE" "LIBRARIES;MODULES" ${ARGN})
  set(sources ${PAGE_TEMPLATE} ${PAGE_STYLE} ${PAGE_MODULES} src/results/page/mit_licence.html
    src/results/page/fault_line.html)
  list(TRANSFORM sources PREPEND ${PROJECT_SOURCE_DIR}/)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${sources} ${PAGE_LIBRARIES})

  set(libraries "")
  foreach(file IN LISTS PAGE_LIBRARIES)
    file(READ ${file} text)
    string(TOLOWER "${text}" lower)
    if(lower MATCHES "</script|<!--")
      message(FATAL_ERROR "${file} cannot stand inside a <script> element: it holds \"${CMAKE_MATCH_0}\"")
    endif()
    string(APPEND libraries "<script>\n${text}\n</script>\n")
  endforeach()

  set(modules "")
  foreach(file IN LISTS PAGE_MODULES)
    file(READ ${PROJECT_SOURCE_DIR}/${file} text)
    string(REGEX REPLACE "\nimport [^;]*;" "" text "\n${text}")
    string(REPLACE "\nexport " "\n" text "${text}")
    string(APPEND modules "${text}")
  endforeach()

  file(READ ${PROJECT_SOURCE_DIR}/${PAGE_STYLE} style)
  file(READ ${PROJECT_SOURCE_DIR}/${PAGE_TEMPLATE} EMBEDDED_TEXT)
  file(READ ${PROJECT_SOURCE_DIR}/src/results/page/mit_licence.html licence)
  file(READ ${PROJECT_SOURCE_DIR}/src/results/page/fault_line.html fault_line)
  string(REPLACE "%FAULT_LINE%" "${fault_line}" EMBEDDED_TEXT "${EMBEDDED_TEXT}")
  string(REPLACE "%MIT_LICENCE%" "${licence}" EMBEDDED_TEXT "${EMBEDDED_TEXT}")
  string(REPLACE "%STYLE%" "${style}" EMBEDDED_TEXT "${EMBEDDED_TEXT}")
  string(REPLACE "%LIBRARIES%" "${libraries}" EMBEDDED_TEXT "${EMBEDDED_TEXT}")
  string(REPLACE "%MODULES%" "<script type=\"module\">${modules}</script>" EMBEDDED_TEXT "${EMBEDDED_TEXT}")
  set(EMBEDDED_SYMBOL ${symbol})
  configure_file(${PROJECT_SOURCE_DIR}/src/base/embedded_text.cpp.in ${PROJECT_BINARY_DIR}/${symbol}.cpp @ONLY)
  target_sources(hexscan_${library} PRIVATE ${PROJECT_BINARY_DIR}/${symbol}.cpp)
endfunction()
