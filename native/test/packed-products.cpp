#include "packed-products.h"

#include <cmath>
#include <limits>
#include <memory>
#include <random>
#include <vector>

#include "fused-products.h"
#include "ggml-cpu.h"

namespace steno_test {

namespace {

using Context = std::unique_ptr<ggml_context, decltype(&ggml_free)>;
using Backend = std::unique_ptr<ggml_backend, decltype(&ggml_backend_free)>;
using Buffer = std::unique_ptr<ggml_backend_buffer, decltype(&ggml_backend_buffer_free)>;

constexpr int cases = 40;
constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();

struct Case {
    int rows;
    int inputs;
    int outputs;
    bool bias;
    bool gelu;
    bool residual;
};

struct Inputs {
    std::vector<float> weights;  // [outputs][inputs], rounded to BF16
    std::vector<float> in;       // [rows][inputs], rounded to BF16
    std::vector<float> bias;
    std::vector<float> before;  // [rows][outputs]
};

std::vector<float> numbers(std::mt19937 & random, int count, float size) {
    std::normal_distribution<float> normal(0, size);
    std::vector<float> out(static_cast<size_t>(count));
    for (float & number : out) number = ggml_bf16_to_fp32(ggml_fp32_to_bf16(normal(random)));
    return out;
}

Case some_case(std::mt19937 & random) {
    const auto one_of = [&](std::initializer_list<int> list) { return list.begin()[random() % list.size()]; };
    // One and several parts of 64 rows, widths of models, and such as no model has.
    return {one_of({1, 2, 5, 63, 64, 65, 128, 150}), one_of({1, 7, 33, 64, 80, 384, 512, 520}),
            one_of({2, 5, 16, 33, 64, 70, 384, 520}), random() % 2 == 0, random() % 3 == 0, random() % 3 == 0};
}

Inputs some_inputs(std::mt19937 & random, const Case & c) {
    // Sums around one, so that GELU is not trivial.
    const float size = 1.0f / std::sqrt(static_cast<float>(c.inputs));
    return {numbers(random, c.inputs * c.outputs, size), numbers(random, c.rows * c.inputs, 1),
            numbers(random, c.outputs, 1), numbers(random, c.rows * c.outputs, 1)};
}

double expected(const Case & c, const Inputs & in, int row, int column) {
    double sum = c.bias ? in.bias[column] : 0;
    for (int i = 0; i < c.inputs; i++) {
        sum += static_cast<double>(in.in[row * c.inputs + i]) * in.weights[column * c.inputs + i];
    }
    if (c.gelu) return 0.5 * sum * (1 + std::tanh(0.7978845608 * (sum + 0.044715 * sum * sum * sum)));
    return c.residual ? sum + in.before[row * c.outputs + column] : sum;
}

ggml_backend_buffer_type_t packed_type() {
    ggml_backend_dev_t processor = ggml_backend_dev_by_type(GGML_BACKEND_DEVICE_TYPE_CPU);
    const auto types = reinterpret_cast<ggml_backend_dev_get_extra_bufts_t>(
        ggml_backend_reg_get_proc_address(ggml_backend_dev_backend_reg(processor), "ggml_backend_dev_get_extra_bufts"));
    for (ggml_backend_buffer_type_t * type = types ? types(processor) : nullptr; type && *type; type++) {
        if (std::strcmp(ggml_backend_buft_name(*type), steno_products::buffer_name) == 0) return *type;
    }
    return nullptr;
}

Context new_context() { return {ggml_init({ggml_tensor_overhead() * 8 + ggml_graph_overhead(), nullptr, true}), ggml_free}; }

std::vector<float> read(const ggml_tensor * t) {
    std::vector<float> out(static_cast<size_t>(ggml_nelements(t)));
    if (t->type == GGML_TYPE_F32) {
        ggml_backend_tensor_get(t, out.data(), 0, ggml_nbytes(t));
    } else {
        std::vector<ggml_bf16_t> rounded(out.size());
        ggml_backend_tensor_get(t, rounded.data(), 0, ggml_nbytes(t));
        ggml_bf16_to_fp32_row(rounded.data(), out.data(), ggml_nelements(t));
    }
    return out;
}

/// Nothing if oneDNN has no kernel for this size on this processor.
std::vector<float> computed(ggml_backend_buffer_type_t type, const Case & c, const Inputs & inputs, int threads) {
    const Context of_weights = new_context();
    const Context context = new_context();
    ggml_tensor * weights = ggml_new_tensor_2d(of_weights.get(), GGML_TYPE_BF16, c.inputs, c.outputs);
    ggml_tensor * in = ggml_new_tensor_2d(context.get(), GGML_TYPE_F32, c.inputs, c.rows);
    ggml_tensor * bias = ggml_new_tensor_1d(context.get(), GGML_TYPE_F32, c.outputs);
    ggml_tensor * before = ggml_new_tensor_2d(context.get(), GGML_TYPE_F32, c.outputs, c.rows);
    const Buffer packed(ggml_backend_alloc_ctx_tensors_from_buft(of_weights.get(), type), ggml_backend_buffer_free);
    ggml_tensor * product = ggml_mul_mat(context.get(), weights, in);
    if (!ggml_backend_dev_supports_op(ggml_backend_buft_get_device(type), product)) return {};
    ggml_tensor * out = product;
    if (c.bias) out = ggml_add(context.get(), out, bias);
    if (c.gelu) out = ggml_gelu(context.get(), out);
    if (c.residual && !c.gelu) out = ggml_add(context.get(), out, before);
    if (out != product) return {not_a_number};  // it was not made part of the product
    ggml_cgraph * graph = ggml_new_graph(context.get());
    ggml_build_forward_expand(graph, out);

    const Backend backend(ggml_backend_cpu_init(), ggml_backend_free);
    ggml_backend_cpu_set_n_threads(backend.get(), threads);
    const Buffer buffer(ggml_backend_alloc_ctx_tensors(context.get(), backend.get()), ggml_backend_buffer_free);
    std::vector<ggml_bf16_t> rounded(inputs.weights.size());
    ggml_fp32_to_bf16_row(inputs.weights.data(), rounded.data(), static_cast<int64_t>(rounded.size()));
    ggml_backend_tensor_set(weights, rounded.data(), 0, ggml_nbytes(weights));
    ggml_backend_tensor_set(in, inputs.in.data(), 0, ggml_nbytes(in));
    ggml_backend_tensor_set(bias, inputs.bias.data(), 0, ggml_nbytes(bias));
    ggml_backend_tensor_set(before, inputs.before.data(), 0, ggml_nbytes(before));
    ggml_backend_graph_compute(backend.get(), graph);
    return read(out);
}

bool near_enough(const Case & c, const Inputs & in, const std::vector<float> & result) {
    // What is multiplied is exact in both; BF16 results have eight bits.
    const double tolerance = c.gelu ? 0.01 : 1e-4;
    for (int row = 0; row < c.rows; row++) {
        for (int column = 0; column < c.outputs; column++) {
            const double exact = expected(c, in, row, column);
            const double difference = result[static_cast<size_t>(row) * c.outputs + column] - exact;
            if (!(std::abs(difference) <= tolerance * (1 + std::abs(exact)))) return false;
        }
    }
    return true;
}

/// A weight that is no number is seen in its column, and nowhere else.
bool shows_damage(ggml_backend_buffer_type_t type, const Case & c, Inputs in) {
    in.weights[static_cast<size_t>(c.inputs) * (c.outputs - 1)] = not_a_number;
    const std::vector<float> result = computed(type, c, in, 1);
    for (size_t i = 0; i < result.size(); i++) {
        if (std::isnan(result[i]) != (i % c.outputs == static_cast<size_t>(c.outputs) - 1)) return false;
    }
    return true;
}

}  // namespace

std::string wrong_products(unsigned seed) {
    ggml_backend_buffer_type_t type = packed_type();
    if (type == nullptr) return {};
    std::mt19937 random(seed);
    for (int i = 0; i < cases; i++) {
        const Case c = some_case(random);
        const Inputs in = some_inputs(random, c);
        const std::vector<float> result = computed(type, c, in, 1);
        if (result.empty()) continue;
        const std::string about = " (" + std::to_string(c.rows) + " × " + std::to_string(c.inputs) + " × " +
                                  std::to_string(c.outputs) + ", seed " + std::to_string(seed) + ")";
        if (!near_enough(c, in, result)) return "a product is what double precision says" + about;
        if (computed(type, c, in, 3) != result) return "a product does not depend on the number of threads" + about;
        if (!shows_damage(type, c, in)) return "a weight that is no number makes its column none" + about;
    }
    return {};
}

}  // namespace steno_test
