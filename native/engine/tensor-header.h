#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "model-file.h"

namespace steno {

/// What precedes each tensor's weights in a ggml model file. `shape` is innermost first, unused dimensions are 1.
struct TensorHeader {
    std::string name;
    std::array<int64_t, 4> shape;
    int32_t type;
    uint64_t type_position;  // of the type, in bytes from the start of the file
};

/// Throws ModelError(`model_invalid`) unless `condition` holds.
void require(bool condition, const std::string & problem);

/// Reads the header at the file's position; a single number may have no dimensions if `fewest` is 0. Throws ModelError.
TensorHeader read_tensor_header(ModelFile & file, int32_t fewest);

}  // namespace steno
