#pragma once

#include <oneapi/dnnl/dnnl.hpp>
#include <oneapi/dnnl/dnnl_version.h>

#include <unordered_map>

/// What the interfaces of oneDNN 2 and 3 have in other forms.
namespace steno_products {

dnnl::engine & processor();

/// In this thread alone: oneDNN starts none beside ggml's, which take parts of their own.
void execute(const dnnl::primitive & primitive, const std::unordered_map<int, dnnl::memory> & arguments);

/// A product, from what it multiplies and how. Throws dnnl::error where this processor has none.
template <class Primitive, class... Parts>
typename Primitive::primitive_desc describe(const dnnl::primitive_attr & attributes, const Parts &... parts) {
#if DNNL_VERSION_MAJOR < 3
    return {typename Primitive::desc(parts...), attributes, processor()};
#else
    return {processor(), parts..., attributes};
#endif
}

inline dnnl::memory::dims dims_of(const dnnl::memory::desc & shape) {
#if DNNL_VERSION_MAJOR < 3
    return shape.dims();
#else
    return shape.get_dims();
#endif
}

inline void append_gelu(dnnl::post_ops & after) {
#if DNNL_VERSION_MAJOR < 3
    after.append_eltwise(1.0f, dnnl::algorithm::eltwise_gelu_tanh, 0.0f, 0.0f);
#else
    after.append_eltwise(dnnl::algorithm::eltwise_gelu_tanh, 0.0f, 0.0f);
#endif
}

}  // namespace steno_products
