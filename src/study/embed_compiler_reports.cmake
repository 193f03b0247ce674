# Joins the compiler's reports on objects (see stages/keep_compiler_report.sh) into one text, and writes it as a C++
# source. A line "object NAME" precedes each report.
# usage: cmake -D OBJECTS=a.o;b.o -D TEMPLATE=embedded_text.cpp.in -D SYMBOL=name -D OUTPUT=file.cpp -P ...
set(EMBEDDED_SYMBOL ${SYMBOL})
set(EMBEDDED_TEXT "")
foreach(object ${OBJECTS})
  if(EXISTS ${object}.report)
    file(READ ${object}.report report)
    get_filename_component(name ${object} NAME)
    string(APPEND EMBEDDED_TEXT "object ${name}\n${report}")
  endif()
endforeach()
configure_file(${TEMPLATE} ${OUTPUT} @ONLY)
