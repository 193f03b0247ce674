# Toolchain file of scripts/test-arm64.sh. It compiles for ARM64 with GCC's cross compiler, against the packages that
# are unpacked in the folder HEXSCAN_SYSROOT. An emulator runs the programs.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
# Without this option GCC notes every pair of numbers that releases before 10 passed differently.
set(CMAKE_CXX_FLAGS_INIT -Wno-psabi)

set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES HEXSCAN_SYSROOT)
set(CMAKE_SYSROOT ${HEXSCAN_SYSROOT})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64-static;-L;${HEXSCAN_SYSROOT})
