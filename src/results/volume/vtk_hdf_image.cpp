#include "src/results/volume/vtk_hdf_image.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <new>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <hdf5.h>

#include "hexscan/errors.h"
#include "src/base/text.h"
#include "src/system/atomic_file.h"
#include "src/system/memory.h"

namespace hexscan {
namespace {

/// Only the thread that holds an object of this class may call HDF5. The object also stops HDF5 from printing errors,
/// because callers check and report them. (A thread-safe HDF5 keeps that setting per thread.)
class Hdf5Turn {
public:
    Hdf5Turn() : lock_(mutex()) { H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr); }

private:
    static std::mutex& mutex() {
        static std::mutex shared;
        // Disables HDF5's exit handler, which would try again to write data that did not fit on a full disk.
        static const herr_t without_exit_handler = H5dont_atexit();
        static_cast<void>(without_exit_handler);
        return shared;
    }
    std::lock_guard<std::mutex> lock_;
};

/// Throws std::bad_alloc if too little memory is free. HDF5 does not check the results of malloc() when it creates
/// objects, so free memory is checked before.
void require_memory() {
    constexpr std::int64_t room_bytes = 4 << 20;
    if (available_host_bytes() < room_bytes) throw std::bad_alloc();
}

/// An HDF5 object. The destructor closes it, so it must run while an Hdf5Turn exists.
class Hdf5Id {
public:
    Hdf5Id() = default;
    explicit Hdf5Id(hid_t id) : id_(id) {}
    Hdf5Id(Hdf5Id&& other) noexcept : id_(std::exchange(other.id_, H5I_INVALID_HID)) {}
    Hdf5Id& operator=(Hdf5Id&& other) noexcept {
        std::swap(id_, other.id_);
        return *this;
    }
    ~Hdf5Id() { close(); }

    operator hid_t() const { return id_; }
    bool close() { return id_ < 0 || H5Idec_ref(std::exchange(id_, H5I_INVALID_HID)) >= 0; }

private:
    hid_t id_ = H5I_INVALID_HID;
};

/// The content of HDF5's error stack: the system's error number, or 0, and the message of the innermost function.
struct Hdf5Complaint {
    int error_number = 0;
    std::string text;
};

Hdf5Complaint complaint() {
    Hdf5Complaint found;
    const auto visit = [](unsigned, const H5E_error2_t* error, void* data) -> herr_t {
        auto& result = *static_cast<Hdf5Complaint*>(data);
        const std::string_view text = error->desc == nullptr ? "" : error->desc;
        if (result.text.empty()) result.text = text;
        constexpr std::string_view key = "errno = ";
        const std::size_t at = text.find(key);
        if (at == std::string_view::npos) return 0;
        const std::string_view number = text.substr(at + key.size());
        result.error_number = parse_number<int>(number.substr(0, number.find(','))).value_or(0);
        return 0;
    };
    H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, visit, &found);
    return found;
}

[[noreturn]] void fail(const std::filesystem::path& file) {
    const Hdf5Complaint why = complaint();
    const std::string what = fmt::format("cannot write {}", escaped(file.string()));
    if (why.error_number != 0) throw output_error(what, why.error_number);
    throw OutputError(fmt::format("{}: HDF5 says: {}", what, why.text.empty() ? "nothing" : escaped(why.text)));
}

hsize_t size(int count) { return static_cast<hsize_t>(count); }

}  // namespace

struct VtkHdfImage::Objects {
    Objects(const std::filesystem::path& path, const ScanGrid& grid)
        : target(path), extent{size(grid.slices()), size(grid.rows()), size(grid.columns())}, temporary(path) {}
    ~Objects() {
        const Hdf5Turn turn;
        close();
    }
    Objects(const Objects&) = delete;
    Objects& operator=(const Objects&) = delete;

    /// Closes everything and returns true on success. Requires an Hdf5Turn.
    bool close() {
        bool closed = true;
        for (Hdf5Id& array : arrays) closed = array.close() && closed;
        for (Hdf5Id* const id : {&point_data, &group, &file}) closed = id->close() && closed;
        return closed;
    }

    /// Takes ownership of an identifier that HDF5 returned. Throws OutputError if it is invalid.
    Hdf5Id made(hid_t id) const {
        if (id < 0) fail(target);
        return Hdf5Id(id);
    }
    void done(herr_t status) const {
        if (status < 0) fail(target);
    }

    template <class Number, std::size_t count>
    void add_numbers(const char* name, hid_t stored_type, hid_t type, const std::array<Number, count>& numbers) const {
        const hsize_t length = count;
        const Hdf5Id space = made(H5Screate_simple(1, &length, nullptr));
        const Hdf5Id attribute = made(H5Acreate2(group, name, stored_type, space, H5P_DEFAULT, H5P_DEFAULT));
        done(H5Awrite(attribute, type, numbers.data()));
    }
    /// Adds a UTF-8 text of any length.
    void add_text(hid_t object, const std::string& name, const std::string& text) const {
        const Hdf5Id type = made(H5Tcopy(H5T_C_S1)), space = made(H5Screate(H5S_SCALAR));
        done(H5Tset_size(type, H5T_VARIABLE));
        done(H5Tset_cset(type, H5T_CSET_UTF8));
        const Hdf5Id attribute = made(H5Acreate2(object, name.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT));
        const char* const start = text.c_str();
        done(H5Awrite(attribute, type, &start));
    }
    /// Adds the attribute for the type of data as VTK's reader requires it: ASCII of fixed length.
    void add_type() const {
        constexpr std::string_view kind = "ImageData";
        const Hdf5Id type = made(H5Tcopy(H5T_C_S1)), space = made(H5Screate(H5S_SCALAR));
        done(H5Tset_size(type, kind.size()));
        done(H5Tset_strpad(type, H5T_STR_NULLPAD));
        const Hdf5Id attribute = made(H5Acreate2(group, "Type", type, space, H5P_DEFAULT, H5P_DEFAULT));
        done(H5Awrite(attribute, type, kind.data()));
    }

    std::filesystem::path target;
    std::array<hsize_t, 3> extent;  ///< z, y, x
    AtomicFile temporary;           ///< declared before the members below, so that it outlives HDF5's open file
    Hdf5Id file, group, point_data;
    std::vector<Hdf5Id> arrays;
};

void VtkHdfImage::start_library() {
    require_memory();
    const Hdf5Turn turn;
}

VtkHdfImage::VtkHdfImage(const std::filesystem::path& file, const ScanGrid& grid)
    : objects_(std::make_unique<Objects>(file, grid)) {
    const Hdf5Turn turn;
    require_memory();
    Objects& o = *objects_;
    const Hdf5Id access = o.made(H5Pcreate(H5P_FILE_ACCESS));
    // HDF5's own lock is switched off: the output folder is locked already, and some network file systems refuse HDF5's
    // lock.
    o.done(H5Pset_file_locking(access, false, true));
    o.file = o.made(H5Fcreate(o.temporary.temporary().c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access));
    o.group = o.made(H5Gcreate2(o.file, "VTKHDF", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
    o.point_data = o.made(H5Gcreate2(o.group, "PointData", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
    const auto& [x, y, z] = grid;
    o.add_type();
    o.add_numbers("Version", H5T_STD_I64LE, H5T_NATIVE_INT, std::array{1, 0});
    o.add_numbers("WholeExtent", H5T_STD_I64LE, H5T_NATIVE_INT,
                  std::array{0, x.count - 1, 0, y.count - 1, 0, z.count - 1});
    o.add_numbers("Origin", H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, std::array{x.from_m, y.from_m, z.from_m});
    o.add_numbers("Spacing", H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, std::array{x.step_m, y.step_m, z.step_m});
    o.add_numbers("Direction", H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, std::array{1., 0., 0., 0., 1., 0., 0., 0., 1.});
}

VtkHdfImage::~VtkHdfImage() = default;

int VtkHdfImage::add_array(const std::string& name, const std::string& unit, Value value, const SliceTile& shape,
                           int level) {
    const Hdf5Turn turn;
    require_memory();
    Objects& o = *objects_;
    const std::array<hsize_t, 3> chunk{1, size(shape.rows), size(shape.columns)};
    const Hdf5Id space = o.made(H5Screate_simple(3, o.extent.data(), nullptr));
    const Hdf5Id storage = o.made(H5Pcreate(H5P_DATASET_CREATE));
    const std::uint8_t nothing = 0;
    // The file holds no creation time, so that the same scan gives the same bytes.
    o.done(H5Pset_obj_track_times(storage, false));
    o.done(H5Pset_chunk(storage, 3, chunk.data()));
    o.done(H5Pset_fill_value(storage, H5T_NATIVE_UINT8, &nothing));
    if (value == Value::float32) o.done(H5Pset_shuffle(storage));
    o.done(H5Pset_deflate(storage, static_cast<unsigned>(level)));
    const hid_t type = value == Value::float32 ? H5T_IEEE_F32LE : H5T_STD_U8LE;
    o.arrays.push_back(o.made(H5Dcreate2(o.point_data, name.c_str(), type, space, H5P_DEFAULT, storage, H5P_DEFAULT)));
    o.add_text(o.arrays.back(), "unit", unit);
    return static_cast<int>(o.arrays.size()) - 1;
}

void VtkHdfImage::write_chunk(int array, int slice, const SliceTile& tile, std::span<const std::uint8_t> compressed) {
    const std::array<hsize_t, 3> at{size(slice), size(tile.row), size(tile.column)};
    const Hdf5Turn turn;
    const Objects& o = *objects_;
    o.done(H5Dwrite_chunk(o.arrays[static_cast<std::size_t>(array)], H5P_DEFAULT, 0, at.data(), compressed.size(),
                          compressed.data()));
}

void VtkHdfImage::add_text(const std::string& name, const std::string& text) {
    const Hdf5Turn turn;
    require_memory();
    objects_->add_text(objects_->file, name, text);
}

void VtkHdfImage::commit() {
    const Hdf5Turn turn;
    require_memory();
    Objects& o = *objects_;
    // If the disk is full, the flush fails. After a flush, closing has nothing left to write.
    o.done(H5Fflush(o.file, H5F_SCOPE_GLOBAL));
    if (!o.close()) fail(o.target);
    o.temporary.commit_to_disk();
}

}  // namespace hexscan
