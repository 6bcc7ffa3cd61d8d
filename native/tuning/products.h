#pragma once

#include <cstring>

#include "ggml-backend.h"
#include "ggml.h"

namespace steno_products {

/// The name of the buffers that hold packed weights.
constexpr const char * buffer_name = "oneDNN";

/// Where a product (GGML_OP_MUL_MAT) has the parts that ggml's has not.
constexpr int bias_source = 2;
constexpr int residual_source = 3;
constexpr int gelu_parameter = 2;

/// Whether oneDNN computes this product.
inline bool is_packed(const ggml_tensor * t) {
    if (t->op != GGML_OP_MUL_MAT || t->src[0]->buffer == nullptr) return false;
    return std::strcmp(ggml_backend_buft_name(ggml_backend_buffer_get_type(t->src[0]->buffer)), buffer_name) == 0;
}

}  // namespace steno_products

/// From now on BF16 matrices are packed for oneDNN when a model is loaded, if it has kernels for them on this processor.
void steno_use_packed_products();
