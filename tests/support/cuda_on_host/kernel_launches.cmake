# Translates CUDA sources to C++. Every kernel<<<grid, block, shared, stream>>>(values) becomes a call of the substitute
# for the CUDA runtime. Sets ${sources} to the .cu files as .cpp under ${folder}. Headers are there under the same
# names.
function(hexscan_kernel_launches folder sources)
  set(translated "")
  foreach(source IN LISTS ARGN)
    file(READ ${PROJECT_SOURCE_DIR}/${source} text)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${source})
    string(REGEX REPLACE "([A-Za-z0-9_]+(<[A-Za-z0-9_, \n]+>)?)[ \n]*<<<([^;]*)>>>\\("
      "hexscan_test::cuda_on_host::Launch{\\3}.of([](auto... values) { \\1(values...); })(" text "${text}")
    string(REGEX REPLACE "\\.cu$" ".cpp" name ${source})
    file(CONFIGURE OUTPUT ${folder}/${name} CONTENT "${text}" @ONLY)
    if(name MATCHES "\\.cpp$")
      list(APPEND translated ${folder}/${name})
    endif()
  endforeach()
  set(${sources} ${translated} PARENT_SCOPE)
endfunction()
