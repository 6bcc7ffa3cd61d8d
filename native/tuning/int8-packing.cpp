// F16 weights as whole numbers of 8 bits with a factor for each output, and products with numbers that get a factor for each
// row when they are multiplied, as CTranslate2 does it. What has more than 8 bits is rounded, so words may differ.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

#include "gelu.h"
#include "ggml-cpu.h"
#include "ggml-impl.h"
#include "int8-shapes.h"
#include "packing.h"
#include "product-shapes.h"
#include "products.h"

namespace steno_products {

namespace {

constexpr int zero = 128;  // the byte that is nothing: oneDNN multiplies bytes without a sign with weights that have one
constexpr int largest_number = 127;
constexpr float least = 1e-30f;  // what is smaller counts as nothing: its factor would have no inverse

/// The greatest of their sizes; infinite or no number where one of them is.
float greatest(const float * numbers, int count) {
    int32_t most = 0;
    for (int i = 0; i < count; i++) {
        int32_t bits;
        std::memcpy(&bits, numbers + i, sizeof(bits));
        most = std::max(most, bits & 0x7fffffff);  // in the order of the numbers, those that are none last
    }
    float size;
    std::memcpy(&size, &most, sizeof(size));
    return size;
}

/// Numbers as bytes around `zero`. Returns what one step is; no number where one of them is none or infinite.
float to_bytes(const float * numbers, int count, int largest, uint8_t * to) {
    const float most = greatest(numbers, count);
    if (!(most >= least && std::isfinite(most))) {
        std::memset(to, zero, static_cast<size_t>(count));
        return most < least ? 0 : std::numeric_limits<float>::quiet_NaN();
    }
    const float inverse = static_cast<float>(largest) / most;
    for (int i = 0; i < count; i++) to[i] = static_cast<uint8_t>(static_cast<int>(numbers[i] * inverse + (zero + 0.5f)));
    return most / static_cast<float>(largest);
}

/// What a tensor's memory holds, one after the other.
struct Packed {
    explicit Packed(const ggml_tensor * tensor)
        : product(*int8_product(inputs_of(tensor), outputs_of(tensor))), weights(static_cast<char *>(tensor->data)),
          factors(reinterpret_cast<float *>(weights + aligned(product.description.weights_desc().get_size()))),
          surplus(reinterpret_cast<int32_t *>(factors + outputs_of(tensor))) {}

    const Int8Product & product;
    char * weights;
    float * factors;    // of each output
    int32_t * surplus;  // what an output's sum is when all numbers are nothing
};

// A thread's memory: the numbers it multiplies, their sums, and what oneDNN asks for.
size_t number_bytes(const ggml_tensor * op) { return aligned(rows_at_once * static_cast<size_t>(inputs_of(op->src[0]))); }
size_t sum_bytes(const ggml_tensor * op) { return aligned(rows_at_once * sizeof(int32_t) * static_cast<size_t>(outputs_of(op->src[0]))); }

/// A row of sums as numbers, with everything that follows the product.
void finish_row(const ggml_tensor * op, int row, const int32_t * sums, float step, const Packed & packed) {
    const int outputs = outputs_of(op->src[0]);
    float * out = reinterpret_cast<float *>(row_of(op, row));
    for (int i = 0; i < outputs; i++) out[i] = static_cast<float>(sums[i] - packed.surplus[i]) * (packed.factors[i] * step);
    const auto add = [&](const float * numbers) {
        for (int i = 0; i < outputs; i++) out[i] += numbers[i];
    };
    if (const ggml_tensor * biases = op->src[bias_source]) add(static_cast<const float *>(biases->data));
    if (ggml_get_op_params_i32(op, gelu_parameter)) steno_gelu::gelu(outputs, out, out);
    if (const ggml_tensor * before = op->src[residual_source]) add(reinterpret_cast<const float *>(row_of(before, row)));
}

class Int8Packing : public Packing {
    const char * name() const override { return int8_buffer; }
    ggml_type type() const override { return GGML_TYPE_F16; }
    bool has_kernel(int inputs, int outputs) const override { return int8_product(inputs, outputs) != nullptr; }
    bool multiplies(ggml_type numbers) const override { return numbers == GGML_TYPE_F32; }

    size_t packed_bytes(const ggml_tensor * weights) const override {
        const auto outputs = static_cast<size_t>(outputs_of(weights));
        return aligned(int8_product(inputs_of(weights), outputs_of(weights))->description.weights_desc().get_size()) +
               outputs * (sizeof(float) + sizeof(int32_t));
    }

    void pack(const ggml_tensor * weights, const void * from) const override {
        const auto inputs = static_cast<size_t>(inputs_of(weights));
        const Packed packed(weights);
        std::vector<float> wide(inputs);
        std::vector<uint8_t> bytes(inputs * static_cast<size_t>(outputs_of(weights)));
        for (int i = 0; i < outputs_of(weights); i++) {
            uint8_t * to = bytes.data() + static_cast<size_t>(i) * inputs;
            ggml_cpu_fp16_to_fp32(static_cast<const ggml_fp16_t *>(from) + static_cast<size_t>(i) * inputs, wide.data(), weights->ne[0]);
            packed.factors[i] = to_bytes(wide.data(), inputs_of(weights), packed.product.largest_weight, to);
            int32_t sum = 0;
            for (size_t j = 0; j < inputs; j++) {
                to[j] ^= zero;  // with a sign
                sum += static_cast<int8_t>(to[j]);
            }
            packed.surplus[i] = sum * zero;
        }
        pack_int8_weights(packed.product, bytes.data(), packed.weights);
    }

    size_t memory(const ggml_tensor * op, int) const override {
        const auto & d = int8_product(inputs_of(op->src[0]), outputs_of(op->src[0]))->description;
        return number_bytes(op) + sum_bytes(op) + aligned(d.scratchpad_desc().get_size());
    }

    void compute(const ggml_tensor * op, Rows rows, dnnl::stream & stream, char * memory) const override {
        const Packed packed(op->src[0]);
        const int inputs = inputs_of(op->src[0]);
        auto * bytes = reinterpret_cast<uint8_t *>(memory);  // [rows_at_once][inputs]
        auto * sums = reinterpret_cast<int32_t *>(memory + number_bytes(op));  // [rows_at_once][outputs]
        float steps[rows_at_once];
        for (int i = 0; i < rows.count; i++) {
            const auto * numbers = reinterpret_cast<const float *>(row_of(op->src[1], rows.first + i));
            steps[i] = to_bytes(numbers, inputs, largest_number, bytes + static_cast<size_t>(i) * inputs);
        }
        const auto & d = packed.product.description;
        packed.product.run.execute(stream, {
            {DNNL_ARG_SRC, {d.src_desc(), processor(), bytes}},
            {DNNL_ARG_WEIGHTS, {d.weights_desc(), processor(), packed.weights}},
            {DNNL_ARG_DST, {d.dst_desc(), processor(), sums}},
            {DNNL_ARG_SCRATCHPAD, {d.scratchpad_desc(), processor(), memory + number_bytes(op) + sum_bytes(op)}},
        });
        for (int i = 0; i < rows.count; i++) {
            finish_row(op, rows.first + i, sums + static_cast<size_t>(i) * outputs_of(op->src[0]), steps[i], packed);
        }
    }
};

}  // namespace

const Packing & int8_packing() {
    static const Int8Packing packing;
    return packing;
}

}  // namespace steno_products
