#include "packed-products.h"

#include <algorithm>
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

/// A way to pack weights, and how many steps up to the greatest it rounds so many numbers or weights to; 0 if to BF16.
struct Kind {
    const char * buffer;
    ggml_type type;
    int (*steps)(int inputs);
};

constexpr int int8_steps = 127;
const Kind kinds[] = {{steno_products::bf16_buffer, GGML_TYPE_BF16, [](int) { return 0; }},
                      {steno_products::int8_buffer, GGML_TYPE_F16, [](int) { return int8_steps; }},
                      {steno_products::int16_buffer, GGML_TYPE_F16, steno_products::int16_steps}};

struct Case {
    int rows;
    int inputs;
    int outputs;
    bool bias;
    bool gelu;
    bool residual;
};

struct Inputs {
    bool exact;                  // neither BF16 nor 8 bits round them
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

/// Weights of one size, and whole numbers up to a greatest one in each row. All at their greatest, so that sums are.
Inputs exact_inputs(std::mt19937 & random, const Case & c) {
    Inputs in = {true, {}, {}, numbers(random, c.outputs, 1), numbers(random, c.rows * c.outputs, 1)};
    const bool at_their_greatest = random() % 2 == 0;
    const float weight = 1.0f / 1024;
    for (int i = 0; i < c.inputs * c.outputs; i++) in.weights.push_back(at_their_greatest || random() % 2 == 0 ? weight : -weight);
    for (int i = 0; i < c.rows * c.inputs; i++) {
        const bool greatest = at_their_greatest || i % c.inputs == 0;
        in.in.push_back(greatest ? 127.0f : static_cast<float>(random() % 255) - 127);
    }
    return in;
}

Inputs some_inputs(std::mt19937 & random, const Case & c) {
    if (random() % 3 == 0) return exact_inputs(random, c);
    // Sums around one, so that GELU is not trivial.
    const float size = 1.0f / std::sqrt(static_cast<float>(c.inputs));
    Inputs in = {false, numbers(random, c.inputs * c.outputs, size), numbers(random, c.rows * c.inputs, 1),
                 numbers(random, c.outputs, 1), numbers(random, c.rows * c.outputs, 1)};
    // Rows of nothing and of next to nothing.
    if (c.rows > 1) std::fill_n(in.in.begin(), c.inputs, random() % 2 == 0 ? 0.0f : 1e-40f);
    return in;
}

double expected(const Case & c, const Inputs & in, int row, int column) {
    double sum = c.bias ? in.bias[column] : 0;
    for (int i = 0; i < c.inputs; i++) {
        sum += static_cast<double>(in.in[row * c.inputs + i]) * in.weights[column * c.inputs + i];
    }
    if (c.gelu) return 0.5 * sum * (1 + std::tanh(0.7978845608 * (sum + 0.044715 * sum * sum * sum)));
    return c.residual ? sum + in.before[row * c.outputs + column] : sum;
}

double greatest(const float * from, int count) {
    double most = 0;
    for (int i = 0; i < count; i++) most = std::max(most, std::abs(static_cast<double>(from[i])));
    return most;
}

/// How much a sum may differ because numbers and weights are rounded to the nearest step.
double rounded_away(const Kind & kind, const Case & c, const Inputs & in, int row, int column) {
    const int steps = kind.steps(c.inputs);
    if (steps == 0 || (in.exact && steps == int8_steps)) return 0;
    const float * numbers = in.in.data() + row * c.inputs;
    const float * weights = in.weights.data() + column * c.inputs;
    const double number_off = greatest(numbers, c.inputs) / steps * 0.501;
    const double weight_off = greatest(weights, c.inputs) / steps * 0.501;
    double sum = 0;
    for (int i = 0; i < c.inputs; i++) {
        sum += std::abs(numbers[i]) * weight_off + std::abs(weights[i]) * number_off + number_off * weight_off;
    }
    return sum * (c.gelu ? 1.2 : 1);  // GELU is nowhere steeper
}

ggml_backend_buffer_type_t packed_type(const Kind & kind) {
    ggml_backend_dev_t processor = ggml_backend_dev_by_type(GGML_BACKEND_DEVICE_TYPE_CPU);
    const auto types = reinterpret_cast<ggml_backend_dev_get_extra_bufts_t>(
        ggml_backend_reg_get_proc_address(ggml_backend_dev_backend_reg(processor), "ggml_backend_dev_get_extra_bufts"));
    for (ggml_backend_buffer_type_t * type = types ? types(processor) : nullptr; type && *type; type++) {
        if (std::strcmp(ggml_backend_buft_name(*type), kind.buffer) == 0) return *type;
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
std::vector<float> computed(const Kind & kind, const Case & c, const Inputs & inputs, int threads) {
    ggml_backend_buffer_type_t type = packed_type(kind);
    const Context of_weights = new_context();
    const Context context = new_context();
    ggml_tensor * weights = ggml_new_tensor_2d(of_weights.get(), kind.type, c.inputs, c.outputs);
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
    std::vector<char> stored(ggml_nbytes(weights));
    ggml_get_type_traits_cpu(kind.type)->from_float(inputs.weights.data(), stored.data(), ggml_nelements(weights));
    ggml_backend_tensor_set(weights, stored.data(), 0, stored.size());
    ggml_backend_tensor_set(in, inputs.in.data(), 0, ggml_nbytes(in));
    ggml_backend_tensor_set(bias, inputs.bias.data(), 0, ggml_nbytes(bias));
    ggml_backend_tensor_set(before, inputs.before.data(), 0, ggml_nbytes(before));
    ggml_backend_graph_compute(backend.get(), graph);
    return read(out);
}

bool near_enough(const Kind & kind, const Case & c, const Inputs & in, const std::vector<float> & result) {
    // BF16 results have eight bits, and ggml's table for GELU eleven.
    const double tolerance = !c.gelu ? 1e-4 : kind.type == GGML_TYPE_BF16 ? 0.01 : 0.001;
    for (int row = 0; row < c.rows; row++) {
        for (int column = 0; column < c.outputs; column++) {
            const double exact = expected(c, in, row, column);
            const double difference = result[static_cast<size_t>(row) * c.outputs + column] - exact;
            const double allowed = tolerance * (1 + std::abs(exact)) + rounded_away(kind, c, in, row, column);
            if (!(std::abs(difference) <= allowed)) return false;
        }
    }
    return true;
}

/// A weight that is no number is seen in its column, such a number in its row, and nowhere else.
bool shows_damage(const Kind & kind, const Case & c, Inputs in) {
    in.weights[static_cast<size_t>(c.inputs) * (c.outputs - 1)] = not_a_number;
    in.in[static_cast<size_t>(c.inputs) * (c.rows - 1)] = not_a_number;
    const std::vector<float> result = computed(kind, c, in, 1);
    for (int i = 0; i < static_cast<int>(result.size()); i++) {
        const bool damaged = i % c.outputs == c.outputs - 1 || i / c.outputs == c.rows - 1;
        if (std::isnan(result[i]) != damaged) return false;
    }
    return true;
}

std::string wrong_product(const Kind & kind, std::mt19937 & random, unsigned seed) {
    const Case c = some_case(random);
    const Inputs in = some_inputs(random, c);
    const std::vector<float> result = computed(kind, c, in, 1);
    if (result.empty()) return {};
    const std::string about = std::string(" (") + kind.buffer + ", " + std::to_string(c.rows) + " × " + std::to_string(c.inputs) +
                              " × " + std::to_string(c.outputs) + ", seed " + std::to_string(seed) + ")";
    if (!near_enough(kind, c, in, result)) return "a product is what double precision says" + about;
    if (computed(kind, c, in, 3) != result) return "a product does not depend on the number of threads" + about;
    if (!shows_damage(kind, c, in)) return "what is no number makes its row or column none" + about;
    return {};
}

}  // namespace

std::string wrong_products(unsigned seed) {
    std::mt19937 random(seed);
    for (const Kind & kind : kinds) {
        for (int i = 0; packed_type(kind) != nullptr && i < cases; i++) {
            if (std::string wrong = wrong_product(kind, random, seed); !wrong.empty()) return wrong;
        }
    }
    return {};
}

}  // namespace steno_test
