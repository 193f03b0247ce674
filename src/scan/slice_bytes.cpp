#include "src/scan/slice_bytes.h"

#include <cstdint>

#include "src/base/byte_stream.h"

namespace hexscan {

std::string slice_bytes(const WorkspaceSlice& slice) {
    ByteWriter writer;
    writer.add_all(slice.row_begin);
    writer.add_all(slice.runs);
    return writer.take();
}

WorkspaceSlice slice_from_bytes(std::string_view bytes) {
    ByteReader reader(bytes);
    WorkspaceSlice slice;
    slice.row_begin = reader.next_all<std::int32_t>();
    slice.runs = reader.next_all<Run>();
    return slice;
}

std::string field_bytes(const std::vector<SliceField>& fields) {
    ByteWriter writer;
    writer.add(fields.size());
    for (const SliceField& field : fields) {
        writer.add_text(field.name);
        writer.add_text(field.unit);
        writer.add(field.values.index());
        std::visit([&](const auto& values) { writer.add_all(values); }, field.values);
    }
    return writer.take();
}

std::vector<SliceField> fields_from_bytes(std::string_view bytes) {
    ByteReader reader(bytes);
    std::vector<SliceField> fields(reader.next<std::size_t>());
    for (SliceField& field : fields) {
        field.name = reader.next_text();
        field.unit = reader.next_text();
        if (reader.next<std::size_t>() == 0)
            field.values = reader.next_all<float>();
        else
            field.values = reader.next_all<std::uint8_t>();
    }
    return fields;
}

}  // namespace hexscan
