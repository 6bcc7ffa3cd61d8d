#pragma once

#include <cstddef>

#include "onednn.h"

namespace steno_products {

/// What is done with the numbers of a product before they are stored. With GELU they are stored as BF16, which is what
/// the next product reads; else as F32.
enum Ending : int { bias = 1, gelu = 2, residual = 4 };

/// out[rows][outputs] = in[rows][inputs] × weights[inputs][outputs]
struct Shape {
    int rows;
    int inputs;
    int outputs;
    int endings;  // of Ending
};

/// A product of one shape, as oneDNN has compiled it for this processor.
struct Product {
    dnnl::matmul::primitive_desc description;
    dnnl::matmul run;
};

/// Compiled at its first use, and kept. Throws dnnl::error.
const Product & product(const Shape & shape);

/// How weights of this size are packed. Null where oneDNN has no kernel for them on this processor.
const dnnl::memory::desc * packed_weights(int inputs, int outputs);

/// Packs BF16 weights, [outputs][inputs] as models have them.
void pack_weights(int inputs, int outputs, const void * from, void * to);

}  // namespace steno_products
