#pragma once

#include <algorithm>
#include <cmath>
#include <cstring>

#include "ggml-backend.h"
#include "ggml.h"

namespace steno_products {

/// The names of the buffers that hold packed weights.
constexpr const char * bf16_buffer = "oneDNN BF16";
constexpr const char * int8_buffer = "oneDNN int8";
constexpr const char * int16_buffer = "int16";

/// Where a product (GGML_OP_MUL_MAT) has the parts that ggml's has not.
constexpr int bias_source = 2;
constexpr int residual_source = 3;
constexpr int gelu_parameter = 2;

/// Up to the greatest number, where so many are multiplied with as many weights in 16 bits.
inline int int16_steps(int inputs) { return std::min(32767, static_cast<int>(std::sqrt(2147483647.0 / inputs))); }

/// Whether this is a product with weights in such a buffer.
inline bool is_packed(const ggml_tensor * t, const char * buffer) {
    if (t->op != GGML_OP_MUL_MAT || t->src[0]->buffer == nullptr) return false;
    return std::strcmp(ggml_backend_buft_name(ggml_backend_buffer_get_type(t->src[0]->buffer)), buffer) == 0;
}

inline bool is_packed(const ggml_tensor * t) {
    return is_packed(t, bf16_buffer) || is_packed(t, int8_buffer) || is_packed(t, int16_buffer);
}

}  // namespace steno_products

// Of C, so that they are found by their names in a library that is loaded.
extern "C" {

/// Whether F16 matrices are multiplied faster in GGML_TYPE_I8 or GGML_TYPE_I16 than as they are, on this processor.
int steno_has_products(int type);

/// From now on F16 matrices are packed so when a model is loaded; with GGML_TYPE_BF16 BF16 matrices are, if there are kernels
/// for them. Called once for a type, before the first model is loaded.
void steno_use_products(int type);

}
