#include "few-columns.h"

#include <cmath>
#include <functional>
#include <memory>
#include <random>
#include <vector>

#include "ggml-backend.h"
#include "ggml-cpu.h"
#include "ggml.h"

namespace steno_test {

namespace {

constexpr int block = 32;
constexpr float most = 127;

/// Whole numbers, the greatest one in each block, so that Q8_0 holds them exactly; times a power of two for each block.
std::vector<float> exact_numbers(std::mt19937 & random, int count) {
    std::uniform_int_distribution<int> number(-127, 127);
    std::uniform_int_distribution<int> exponent(-1, 1);
    std::vector<float> out(count);
    for (int i = 0; i < count; i += block) {
        const float factor = std::ldexp(1.0f, exponent(random));
        for (int j = 0; j < block; j++) out[i + j] = static_cast<float>(number(random)) * factor;
        out[i + random() % block] = (random() % 2 ? most : -most) * factor;
    }
    return out;
}

/// What one operation on tensors in memory gives, `fill` having set them. All of the threads take part, also where one is faster.
std::vector<float> computed(int threads, const std::function<ggml_tensor *(ggml_context *)> & build, const std::function<void()> & fill) {
    const ggml_init_params params = {ggml_tensor_overhead() * 8 + ggml_graph_overhead(), nullptr, true};
    const std::unique_ptr<ggml_context, decltype(&ggml_free)> context(ggml_init(params), ggml_free);
    ggml_tensor * out = build(context.get());
    ggml_cgraph * graph = ggml_new_graph(context.get());
    ggml_build_forward_expand(graph, out);
    const std::unique_ptr<ggml_backend, decltype(&ggml_backend_free)> backend(ggml_backend_cpu_init(), ggml_backend_free);
    const std::unique_ptr<ggml_backend_buffer, decltype(&ggml_backend_buffer_free)> buffer(
        ggml_backend_alloc_ctx_tensors(context.get(), backend.get()), ggml_backend_buffer_free);
    fill();
    ggml_cplan plan = ggml_graph_plan(graph, threads, nullptr);
    std::vector<uint8_t> work(plan.work_size);
    plan.work_data = work.data();
    ggml_graph_compute(graph, &plan);
    std::vector<float> result(static_cast<size_t>(ggml_nelements(out)));
    ggml_backend_tensor_get(out, result.data(), 0, ggml_nbytes(out));
    return result;
}

struct Product {
    int rows;
    int columns;
    int depth;
    std::vector<float> weights;
    std::vector<float> inputs;

    std::vector<float> with(int threads) const {
        ggml_tensor * a = nullptr;
        ggml_tensor * b = nullptr;
        return computed(
            threads,
            [&](ggml_context * context) {
                a = ggml_new_tensor_2d(context, GGML_TYPE_Q8_0, depth, rows);
                b = ggml_new_tensor_2d(context, GGML_TYPE_F32, depth, columns);
                return ggml_mul_mat(context, a, b);
            },
            [&] {
                std::vector<char> packed(ggml_nbytes(a));
                ggml_quantize_chunk(GGML_TYPE_Q8_0, weights.data(), packed.data(), 0, rows, depth, nullptr);
                ggml_backend_tensor_set(a, packed.data(), 0, packed.size());
                ggml_backend_tensor_set(b, inputs.data(), 0, ggml_nbytes(b));
            });
    }

    double exact(int row, int column) const {
        double sum = 0;
        for (int i = 0; i < depth; i++) {
            sum += static_cast<double>(weights[static_cast<size_t>(row) * depth + i]) * inputs[static_cast<size_t>(column) * depth + i];
        }
        return sum;
    }

    std::string wrong() const {
        const std::vector<float> result = with(1);
        const std::string size = std::to_string(rows) + " × " + std::to_string(depth) + " × " + std::to_string(columns);
        for (int column = 0; column < columns; column++) {
            for (int row = 0; row < rows; row++) {
                const double difference = result[static_cast<size_t>(column) * rows + row] - exact(row, column);
                // Sums of whole numbers are exact as long as they are small, and longer ones nearly so.
                if (!(std::abs(difference) <= depth * 0.01)) return "a product of Q8_0 is exact, " + size;
            }
        }
        return with(3) == result ? "" : "a product of Q8_0 does not depend on the number of threads, " + size;
    }
};

}  // namespace

std::string wrong_few_columns() {
    std::mt19937 random(8080);
    // Blocks that are no pair, Whisper's widths, the longest columns and longer ones; every number of columns.
    for (const int depth : {32, 64, 96, 384, 512, 2048, 6144, 6208}) {
        for (int columns = 1; columns <= 13; columns += depth > 512 ? 3 : 1) {
            const int rows = 1 + static_cast<int>(random() % 40);
            const Product product = {rows, columns, depth, exact_numbers(random, rows * depth), exact_numbers(random, columns * depth)};
            if (std::string wrong = product.wrong(); !wrong.empty()) return wrong;
        }
    }
    return "";
}

std::string wrong_gelu() {
    std::vector<float> numbers;
    for (float x = -30; x < 30; x += 0.0137f) numbers.push_back(x);
    for (const float x : {0.0f, -INFINITY, INFINITY, 1e-30f, -1e30f, 1e30f}) numbers.push_back(x);
    ggml_tensor * in = nullptr;
    const std::vector<float> result = computed(
        1,
        [&](ggml_context * context) {
            in = ggml_new_tensor_1d(context, GGML_TYPE_F32, static_cast<int64_t>(numbers.size()));
            return ggml_gelu(context, in);
        },
        [&] { ggml_backend_tensor_set(in, numbers.data(), 0, ggml_nbytes(in)); });
    for (size_t i = 0; i < numbers.size(); i++) {
        const double x = numbers[i];
        const double exact = x < -10 ? 0 : x > 10 ? x : 0.5 * x * (1 + std::tanh(0.79788456080286535588 * x * (1 + 0.044715 * x * x)));
        // ggml's table has eleven bits.
        if (result[i] != exact && !(std::abs(result[i] - exact) <= 0.001 * std::max(1.0, std::abs(x)))) return "GELU of " + std::to_string(x);
    }
    return "";
}

}  // namespace steno_test
