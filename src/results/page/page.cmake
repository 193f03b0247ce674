# Builds the shell of a page: one HTML file without its data, compiled in as a string. The template has placeholders:
#   %POLICY%       the content security policy, which allows only the page's own scripts and style sheets, by hash
#   %STYLE%        the style sheet
#   %FAULT_LINE%   the line that shows exceptions, with its script, before all other scripts
#   %MIT_LICENCE%  the licence of the libraries
#   %LIBRARIES%    the distribution's libraries, one classic script each
#   %MODULES%      the page's own modules, joined to one module script; each module is listed after those that it uses
# One script imports nothing from itself. So the code below removes the imports of modules: text from "import" at the
# beginning of a line to the next semicolon. It also removes the word "export", which may only precede a declaration.
# No two modules of a page may declare the same name at their top level, because a browser refuses a script that
# declares a name twice. The test of the page checks this.

# The SHA-256 of a text as a policy names it, in base64.
function(hexscan_policy_hash result text)
  string(SHA256 hex "${text}")
  set(digits ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/)
  set(base64 "")
  # 32 bytes are 43 digits of six bits each, the last with two zero bits: three bytes are four digits.
  foreach(begin RANGE 0 60 6)
    string(SUBSTRING "${hex}00" ${begin} 6 three_bytes)
    foreach(shift 18 12 6 0)
      math(EXPR digit "(0x${three_bytes} >> ${shift}) & 63")
      string(SUBSTRING ${digits} ${digit} 1 digit)
      string(APPEND base64 ${digit})
    endforeach()
  endforeach()
  string(SUBSTRING ${base64} 0 43 base64)
  set(${result} "'sha256-${base64}='" PARENT_SCOPE)
endfunction()

# The hashes of all elements of one kind in a page: script or style. Scripts that hold JSON data do not run and need no
# hash.
function(hexscan_policy_hashes result kind page)
  set(hashes "")
  string(FIND "${page}" "<${kind}" at)
  while(NOT at EQUAL -1)
    string(SUBSTRING "${page}" ${at} -1 page)
    string(FIND "${page}" ">" begin)
    string(FIND "${page}" "</${kind}>" end)
    string(SUBSTRING "${page}" 0 ${begin} tag)
    math(EXPR begin "${begin} + 1")
    math(EXPR length "${end} - ${begin}")
    string(SUBSTRING "${page}" ${begin} ${length} text)
    if(NOT tag MATCHES "application/json")
      hexscan_policy_hash(hash "${text}")
      string(APPEND hashes " ${hash}")
    endif()
    string(SUBSTRING "${page}" ${end} -1 page)
    string(FIND "${page}" "<${kind}" at)
  endwhile()
  set(${result} "${hashes}" PARENT_SCOPE)
endfunction()

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
  # Browsers convert line ends to \n before they hash a script.
  string(REPLACE "\r\n" "\n" EMBEDDED_TEXT "${EMBEDDED_TEXT}")
  hexscan_policy_hashes(scripts script "${EMBEDDED_TEXT}")
  hexscan_policy_hashes(styles style "${EMBEDDED_TEXT}")
  string(REPLACE "%POLICY%" "default-src 'none'; script-src${scripts}; style-src${styles}; img-src data: blob:; \
base-uri 'none'; form-action 'none'" EMBEDDED_TEXT "${EMBEDDED_TEXT}")
  set(EMBEDDED_SYMBOL ${symbol})
  configure_file(${PROJECT_SOURCE_DIR}/src/base/embedded_text.cpp.in ${PROJECT_BINARY_DIR}/${symbol}.cpp @ONLY)
  target_sources(hexscan_${library} PRIVATE ${PROJECT_BINARY_DIR}/${symbol}.cpp)
endfunction()
