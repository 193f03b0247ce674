# Target hexscan_hdf5: the C API of the serial HDF5, even if an MPI variant is installed, too.
#
# FindHDF5 is not used. It runs the h5cc wrapper, needs the C language, and links the libraries that HDF5 itself was
# linked to (curl and OpenSSL on Debian). The search below tries the distributions' folder of the serial variant first.
find_path(HEXSCAN_HDF5_INCLUDE hdf5.h PATH_SUFFIXES hdf5/serial REQUIRED)
find_library(HEXSCAN_HDF5_LIBRARY NAMES hdf5_serial hdf5 PATH_SUFFIXES hdf5/serial REQUIRED)
find_library(HEXSCAN_HDF5_ARCHIVE NAMES libhdf5_serial.a libhdf5.a PATH_SUFFIXES hdf5/serial)
find_library(HEXSCAN_SZIP_LIBRARY NAMES sz)
mark_as_advanced(HEXSCAN_HDF5_INCLUDE HEXSCAN_HDF5_LIBRARY HEXSCAN_HDF5_ARCHIVE HEXSCAN_SZIP_LIBRARY)

add_library(hexscan_hdf5 INTERFACE)
target_include_directories(hexscan_hdf5 SYSTEM INTERFACE ${HEXSCAN_HDF5_INCLUDE})

# The archive is preferred if it links without further libraries. The shared library loads many others at every start of
# the program, even without --volume.
if(HEXSCAN_HDF5_ARCHIVE AND HEXSCAN_SZIP_LIBRARY)
  include(CheckCXXSourceCompiles)
  set(CMAKE_REQUIRED_INCLUDES ${HEXSCAN_HDF5_INCLUDE})
  set(CMAKE_REQUIRED_LIBRARIES ${HEXSCAN_HDF5_ARCHIVE} ${HEXSCAN_SZIP_LIBRARY} ZLIB::ZLIB ${CMAKE_DL_LIBS} m pthread)
  check_cxx_source_compiles([[#include <hdf5.h>
    int main() { return H5Fcreate("f", H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT) < 0; }]] HEXSCAN_HDF5_ARCHIVE_LINKS)
endif()
if(HEXSCAN_HDF5_ARCHIVE_LINKS)
  target_link_libraries(hexscan_hdf5 INTERFACE ${CMAKE_REQUIRED_LIBRARIES})
else()
  target_link_libraries(hexscan_hdf5 INTERFACE ${HEXSCAN_HDF5_LIBRARY})
endif()
unset(CMAKE_REQUIRED_INCLUDES)
unset(CMAKE_REQUIRED_LIBRARIES)
