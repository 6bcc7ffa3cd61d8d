#pragma once

#include <cstddef>

#include "ggml.h"

namespace steno_products {

constexpr size_t alignment = 64;
constexpr int rows_at_once = 64;

inline size_t aligned(size_t bytes) { return (bytes + alignment - 1) / alignment * alignment; }

inline int inputs_of(const ggml_tensor * weights) { return static_cast<int>(weights->ne[0]); }
inline int outputs_of(const ggml_tensor * weights) { return static_cast<int>(weights->ne[1]); }

inline char * row_of(const ggml_tensor * t, int i) { return static_cast<char *>(t->data) + i * t->nb[1]; }

/// Rows of a product that one thread computes.
struct Rows {
    int first;
    int count;  // at most rows_at_once
};

/// A way to keep the weights of matrices, and to multiply with them.
class Packing {
public:
    virtual ~Packing() = default;

    /// The name of the buffers that hold such weights.
    virtual const char * name() const = 0;
    /// The type of a model's weights that are packed, and whether this processor is fast with this size.
    virtual ggml_type type() const = 0;
    virtual bool has_kernel(int inputs, int outputs) const = 0;
    /// Whether numbers of this type are multiplied with them.
    virtual bool multiplies(ggml_type numbers) const = 0;

    virtual size_t packed_bytes(const ggml_tensor * weights) const = 0;
    /// Packs weights, [outputs][inputs] as models have them, into the tensor's memory.
    virtual void pack(const ggml_tensor * weights, const void * from) const = 0;

    /// The bytes that a thread needs for so many rows.
    virtual size_t memory(const ggml_tensor * product, int rows) const = 0;
    virtual void compute(const ggml_tensor * product, Rows rows, char * memory) const = 0;
};

const Packing & bf16_packing();
const Packing & int8_packing();
const Packing & int16_packing();

}  // namespace steno_products
