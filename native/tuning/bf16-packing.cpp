// BF16 weights in the order that oneDNN wants, and products with BF16 numbers.

#include "ggml-cpu.h"
#include "ggml-impl.h"
#include "packing.h"
#include "product-shapes.h"
#include "products.h"

namespace steno_products {

namespace {

int endings_of(const ggml_tensor * product) {
    return (product->src[bias_source] ? bias : 0) | (product->src[residual_source] ? residual : 0) |
           (ggml_get_op_params_i32(product, gelu_parameter) ? gelu : 0);
}

const Product & product_of(const ggml_tensor * op, int rows) {
    return product({rows, inputs_of(op->src[0]), outputs_of(op->src[0]), endings_of(op)});
}

/// The bytes of some rows in BF16.
size_t number_bytes(const ggml_tensor * op, int rows) {
    return aligned(static_cast<size_t>(rows) * ggml_row_size(GGML_TYPE_BF16, op->src[1]->ne[0]));
}

/// The rows as BF16: their own memory, or what they were converted into.
void * numbers(const ggml_tensor * in, Rows rows, char * memory) {
    if (in->type == GGML_TYPE_BF16) return row_of(in, rows.first);
    const auto convert = ggml_get_type_traits_cpu(GGML_TYPE_BF16)->from_float;
    for (int i = 0; i < rows.count; i++) {
        char * to = memory + static_cast<size_t>(i) * ggml_row_size(GGML_TYPE_BF16, in->ne[0]);
        convert(reinterpret_cast<float *>(row_of(in, rows.first + i)), to, in->ne[0]);
    }
    return memory;
}

class Bf16Packing : public Packing {
    const char * name() const override { return bf16_buffer; }
    ggml_type type() const override { return GGML_TYPE_BF16; }
    bool has_kernel(int inputs, int outputs) const override { return packed_weights(inputs, outputs) != nullptr; }
    bool multiplies(ggml_type numbers) const override { return numbers == GGML_TYPE_F32 || numbers == GGML_TYPE_BF16; }

    size_t packed_bytes(const ggml_tensor * weights) const override {
        return packed_weights(inputs_of(weights), outputs_of(weights))->get_size();
    }

    void pack(const ggml_tensor * weights, const void * from) const override {
        pack_weights(inputs_of(weights), outputs_of(weights), from, weights->data);
    }

    size_t memory(const ggml_tensor * op, int rows) const override {
        return number_bytes(op, rows) + aligned(product_of(op, rows).description.scratchpad_desc().get_size());
    }

    void compute(const ggml_tensor * op, Rows rows, char * memory) const override {
        const Product & product = product_of(op, rows.count);
        const auto & d = product.description;
        std::unordered_map<int, dnnl::memory> arguments = {
            {DNNL_ARG_SRC, {d.src_desc(), processor(), numbers(op->src[1], rows, memory)}},
            {DNNL_ARG_WEIGHTS, {d.weights_desc(), processor(), op->src[0]->data}},
            {DNNL_ARG_DST, {d.dst_desc(), processor(), row_of(op, rows.first)}},
            {DNNL_ARG_SCRATCHPAD, {d.scratchpad_desc(), processor(), memory + number_bytes(op, rows.count)}},
        };
        if (const ggml_tensor * biases = op->src[bias_source]) {
            arguments.emplace(DNNL_ARG_BIAS, dnnl::memory(d.bias_desc(), processor(), biases->data));
        }
        if (const ggml_tensor * before = op->src[residual_source]) {
            arguments.emplace(DNNL_ARG_ATTR_MULTIPLE_POST_OP(0) | DNNL_ARG_SRC_1,
                              dnnl::memory(d.dst_desc(), processor(), row_of(before, rows.first)));
        }
        execute(product.run, arguments);
    }
};

}  // namespace

const Packing & bf16_packing() {
    static const Bf16Packing packing;
    return packing;
}

}  // namespace steno_products
