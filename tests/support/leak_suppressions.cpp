// HDF5 keeps the objects of a file that a full disk would not take; its exit handler, which would try once more to
// write them, is off (src/results/volume/vtk_hdf_image.cpp).
extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() { return "leak:H5FL_\n"; }
