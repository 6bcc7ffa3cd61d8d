// F16 weights as whole numbers of 16 bits, and products with numbers that become such. Of each as many bits are used as the
// sum of all products has room for in 32: nine to fifteen and a sign, where F16 has eleven. For processors that are fast
// with neither BF16 nor 8 bits.

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "ggml-cpu.h"
#include "ggml-impl.h"
#include "int16-kernel.h"
#include "packing.h"
#include "products.h"
#include "whole-numbers.h"

namespace steno_products {

namespace {

size_t up_to(int multiple, int count) { return static_cast<size_t>((count + multiple - 1) / multiple * multiple); }

/// With nothing after the last, if they are odd.
size_t even_inputs(const ggml_tensor * weights) { return up_to(2, inputs_of(weights)); }

size_t weight_bytes(const ggml_tensor * weights) {
    return aligned(even_inputs(weights) * up_to(outputs_of_tile, outputs_of(weights)) * sizeof(int16_t));
}

/// What a tensor's memory holds, one after the other.
struct Packed {
    explicit Packed(const ggml_tensor * tensor)
        : weights(static_cast<int16_t *>(tensor->data)),  // [tiles][inputs / 2][outputs_of_tile][2]
          factors(reinterpret_cast<float *>(static_cast<char *>(tensor->data) + weight_bytes(tensor))) {}

    int16_t * weights;
    float * factors;  // of each output
};

/// Of some rows and outputs; what the kernel computes beyond them goes elsewhere.
void multiply(Tile tile, int rows, int outputs) {
    const int computed = rows > rows_of_low_tile ? rows_of_tile : rows_of_low_tile;
    if (rows == computed && outputs == outputs_of_tile) return multiply_tile(tile, computed);
    float all[rows_of_tile][outputs_of_tile];
    float * out = std::exchange(tile.out, all[0]);
    const int64_t stride = std::exchange(tile.stride, outputs_of_tile);
    multiply_tile(tile, computed);
    for (int i = 0; i < rows; i++) std::copy_n(all[i], outputs, out + i * stride);
}

class Int16Packing : public Packing {
    const char * name() const override { return int16_buffer; }
    ggml_type type() const override { return GGML_TYPE_F16; }
    bool has_kernel(int, int) const override { return has_int16_kernel(); }
    bool multiplies(ggml_type numbers) const override { return numbers == GGML_TYPE_F32; }

    size_t packed_bytes(const ggml_tensor * weights) const override {
        return weight_bytes(weights) + sizeof(float) * up_to(outputs_of_tile, outputs_of(weights));
    }

    void pack(const ggml_tensor * weights, const void * from) const override {
        const int inputs = inputs_of(weights);
        const Packed packed(weights);
        std::memset(packed.weights, 0, packed_bytes(weights));
        std::vector<float> wide(static_cast<size_t>(inputs));
        std::vector<int16_t> whole(wide.size());
        for (int i = 0; i < outputs_of(weights); i++) {
            ggml_cpu_fp16_to_fp32(static_cast<const ggml_fp16_t *>(from) + static_cast<size_t>(i) * wide.size(), wide.data(), inputs);
            packed.factors[i] = step_of(wide.data(), inputs, int16_steps(inputs));
            to_int16(wide.data(), inputs, steps_each(packed.factors[i]), whole.data());
            const size_t tile = static_cast<size_t>(i / outputs_of_tile) * outputs_of_tile * even_inputs(weights);
            int16_t * to = packed.weights + tile + 2 * (i % outputs_of_tile);
            for (int j = 0; j < inputs; j++) to[j / 2 * 2 * outputs_of_tile + j % 2] = whole[static_cast<size_t>(j)];
        }
    }

    size_t memory(const ggml_tensor * op, int) const override {
        return aligned((rows_at_once + rows_of_low_tile - 1) * even_inputs(op->src[0]) * sizeof(int16_t));
    }

    void compute(const ggml_tensor * op, Rows rows, char * memory) const override {
        const Packed packed(op->src[0]);
        const int inputs = inputs_of(op->src[0]);
        const auto width = static_cast<int>(even_inputs(op->src[0]));
        auto * numbers = reinterpret_cast<int16_t *>(memory);  // [rows_at_once and what a tile has more][width]
        float steps[rows_at_once + rows_of_low_tile - 1] = {};
        for (int i = 0; i < rows.count; i++) {
            const auto * from = reinterpret_cast<const float *>(row_of(op->src[1], rows.first + i));
            steps[i] = step_of(from, inputs, int16_steps(inputs));
            to_int16(from, inputs, steps_each(steps[i]), numbers + i * width);
            if (inputs < width) numbers[i * width + inputs] = 0;
        }
        for (int first = 0; first < outputs_of(op->src[0]); first += outputs_of_tile) {
            for (int row = 0; row < rows.count; row += rows_of_tile) {
                const Tile tile = {numbers + row * width,
                                   packed.weights + static_cast<size_t>(first) * static_cast<size_t>(width),
                                   width,
                                   steps + row,
                                   packed.factors + first,
                                   reinterpret_cast<float *>(row_of(op, rows.first + row)) + first,
                                   static_cast<int64_t>(op->nb[1] / sizeof(float))};
                multiply(tile, std::min(rows_of_tile, rows.count - row), std::min(outputs_of_tile, outputs_of(op->src[0]) - first));
            }
        }
        for (int i = 0; i < rows.count; i++) finish_row(op, rows.first + i);
    }
};

}  // namespace

const Packing & int16_packing() {
    static const Int16Packing packing;
    return packing;
}

}  // namespace steno_products
