#pragma once

#include <cstring>

#include "ggml-backend.h"
#include "ggml.h"

namespace steno_products {

/// The names of the buffers that hold packed weights.
constexpr const char * bf16_buffer = "oneDNN BF16";
constexpr const char * int8_buffer = "oneDNN int8";

/// Where a product (GGML_OP_MUL_MAT) has the parts that ggml's has not.
constexpr int bias_source = 2;
constexpr int residual_source = 3;
constexpr int gelu_parameter = 2;

/// Whether this is a product with weights in such a buffer, which oneDNN computes.
inline bool is_packed(const ggml_tensor * t, const char * buffer) {
    if (t->op != GGML_OP_MUL_MAT || t->src[0]->buffer == nullptr) return false;
    return std::strcmp(ggml_backend_buft_name(ggml_backend_buffer_get_type(t->src[0]->buffer)), buffer) == 0;
}

inline bool is_packed(const ggml_tensor * t) { return is_packed(t, bf16_buffer) || is_packed(t, int8_buffer); }

}  // namespace steno_products

// Of C, so that they are found by their names in a library that is loaded.
extern "C" {

/// From now on BF16 matrices are packed for oneDNN when a model is loaded, if it has kernels for them on this processor.
void steno_use_bf16_products();

/// The same with F16 matrices, in 8 bits. Called once, before the first model is loaded.
void steno_use_int8_products();

/// The steps up to the greatest weight of an output with which oneDNN multiplies 8 bits on this processor: 127 with VNNI, 64
/// without, and 0 where it is no faster than ggml is with F16.
int steno_int8_steps();

}
