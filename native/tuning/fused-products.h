#pragma once

// Included before everything else in whisper.cpp (native/CMakeLists.txt). What whisper.cpp adds to a product of packed weights,
// and GELU, becomes part of the product: its numbers are still in the processor then.

#ifdef __cplusplus

#include "products.h"

namespace steno_products {

/// Whether more can be done with the numbers of this product.
inline bool is_open(const ggml_tensor * t) {
    return is_packed(t) && t->src[residual_source] == nullptr && t->op_params[gelu_parameter] == 0;
}

inline bool is_plain(const ggml_tensor * t) { return t->type == GGML_TYPE_F32 && ggml_is_contiguous(t); }

inline ggml_tensor * add(ggml_context * context, ggml_tensor * a, ggml_tensor * b) {
    if (!is_open(a) || !is_plain(b)) return ggml_add(context, a, b);
    if (a->src[bias_source] == nullptr && b->ne[0] == a->ne[0] && ggml_nrows(b) == 1) {
        a->src[bias_source] = b;
        return a;
    }
    if (!ggml_are_same_shape(a, b)) return ggml_add(context, a, b);
    a->src[residual_source] = b;
    return a;
}

/// With BF16 weights the result is BF16: a product is the only one that reads it.
inline ggml_tensor * gelu_of(ggml_context * context, ggml_tensor * a) {
    if (!is_open(a)) return ggml_gelu(context, a);
    a->op_params[gelu_parameter] = 1;
    if (!is_packed(a, bf16_buffer)) return a;
    a->type = GGML_TYPE_BF16;
    a->nb[0] = ggml_type_size(a->type);
    for (int i = 1; i < GGML_MAX_DIMS; i++) a->nb[i] = a->nb[i - 1] * static_cast<size_t>(a->ne[i - 1]);
    return a;
}

}  // namespace steno_products

#define ggml_add(context, a, b) steno_products::add(context, a, b)
#define ggml_gelu(context, a) steno_products::gelu_of(context, a)

#endif
