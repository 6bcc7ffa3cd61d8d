// F16 weights as whole numbers of 8 bits with a factor for each output, and products with numbers that get a factor for each
// row when they are multiplied, as CTranslate2 does it. What has more than 8 bits is rounded, so words may differ.

#include <cstdint>
#include <cstring>
#include <vector>

#include "ggml-cpu.h"
#include "ggml-impl.h"
#include "int8-shapes.h"
#include "packing.h"
#include "products.h"
#include "whole-numbers.h"

namespace steno_products {

namespace {

constexpr int zero = 128;  // the byte that is nothing: oneDNN multiplies bytes without a sign with weights that have one
constexpr int largest = 127;

/// Numbers as bytes around `zero`. Returns what one step is; no number where one of them is none or infinite.
float to_bytes(const float * numbers, int count, uint8_t * to) {
    const float step = step_of(numbers, count, largest);
    const float inverse = steps_each(step);
    if (inverse == 0) {
        std::memset(to, zero, static_cast<size_t>(count));
    } else {
        for (int i = 0; i < count; i++) to[i] = static_cast<uint8_t>(static_cast<int>(numbers[i] * inverse + (zero + 0.5f)));
    }
    return step;
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
            packed.factors[i] = to_bytes(wide.data(), inputs_of(weights), to);
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

    void compute(const ggml_tensor * op, Rows rows, char * memory) const override {
        const Packed packed(op->src[0]);
        const int inputs = inputs_of(op->src[0]);
        auto * bytes = reinterpret_cast<uint8_t *>(memory);  // [rows_at_once][inputs]
        auto * sums = reinterpret_cast<int32_t *>(memory + number_bytes(op));  // [rows_at_once][outputs]
        float steps[rows_at_once];
        for (int i = 0; i < rows.count; i++) {
            const auto * numbers = reinterpret_cast<const float *>(row_of(op->src[1], rows.first + i));
            steps[i] = to_bytes(numbers, inputs, bytes + static_cast<size_t>(i) * inputs);
        }
        const auto & d = packed.product.description;
        execute(packed.product.run, {
            {DNNL_ARG_SRC, {d.src_desc(), processor(), bytes}},
            {DNNL_ARG_WEIGHTS, {d.weights_desc(), processor(), packed.weights}},
            {DNNL_ARG_DST, {d.dst_desc(), processor(), sums}},
            {DNNL_ARG_SCRATCHPAD, {d.scratchpad_desc(), processor(), memory + number_bytes(op) + sum_bytes(op)}},
        });
        const int outputs = outputs_of(op->src[0]);
        for (int i = 0; i < rows.count; i++, sums += outputs) {
            float * out = reinterpret_cast<float *>(row_of(op, rows.first + i));
            for (int j = 0; j < outputs; j++) out[j] = static_cast<float>(sums[j] - packed.surplus[j]) * (packed.factors[j] * steps[i]);
            finish_row(op, rows.first + i);
        }
    }
};

}  // namespace

const Packing & int8_packing() {
    static const Int8Packing packing;
    return packing;
}

}  // namespace steno_products
