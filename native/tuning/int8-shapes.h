#pragma once

#include "onednn.h"

namespace steno_products {

/// out[rows_at_once][outputs] in S32 = in[rows_at_once][inputs] in U8 × weights in S8. As a convolution of one pixel: for
/// processors without AVX512-VNNI these have weights that are packed once, and matrices do not.
struct Int8Product {
    dnnl::convolution_forward::primitive_desc description;
    dnnl::convolution_forward run;
};

/// Compiled at its first use, and kept. Null where oneDNN has no kernel for it on this processor that is worth it.
const Int8Product * int8_product(int inputs, int outputs);

/// Packs S8 weights, [outputs][inputs].
void pack_int8_weights(const Int8Product & product, const void * from, void * to);

}  // namespace steno_products
