// HDF5 keeps the objects of a file that did not fit on a full disk. Its exit handler would try to write them again, so
// hexscan turns it off (src/results/volume/vtk_hdf_image.cpp).
extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() { return "leak:H5FL_\n"; }
