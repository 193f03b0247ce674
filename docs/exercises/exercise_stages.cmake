# How the stages of docs/exercises/ are compiled; scripts/exercises.sh appends this to stages/CMakeLists.txt in a copy.
set_property(SOURCE ${CMAKE_CURRENT_SOURCE_DIR}/s30_flags.cu PROPERTY COMPILE_OPTIONS
  --use_fast_math --ftz=true --prec-div=false --prec-sqrt=false)
