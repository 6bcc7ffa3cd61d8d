#include "tensor-header.h"

namespace steno {

namespace {

constexpr int32_t max_dimensions = 4;
constexpr int32_t max_name_bytes = 128;

}  // namespace

void require(bool condition, const std::string & problem) {
    if (!condition) throw ModelError("model_invalid", problem);
}

TensorHeader read_tensor_header(ModelFile & file, int32_t fewest) {
    const char * what = "a tensor header";
    const int32_t dimensions = file.number<int32_t>(what);
    const int32_t name_bytes = file.number<int32_t>(what);
    TensorHeader header{"", {1, 1, 1, 1}, 0, file.position()};
    header.type = file.number<int32_t>(what);
    require(dimensions >= fewest && dimensions <= max_dimensions, "A tensor has an impossible number of dimensions");
    require(name_bytes >= 1 && name_bytes <= max_name_bytes, "A tensor has an impossible name");
    for (int32_t i = 0; i < dimensions; i++) header.shape[static_cast<size_t>(i)] = file.number<int32_t>(what);
    header.name.resize(static_cast<size_t>(name_bytes));
    file.read(header.name.data(), header.name.size(), "a tensor name");
    return header;
}

}  // namespace steno
