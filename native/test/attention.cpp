#include "attention.h"

#include <cmath>
#include <memory>
#include <random>
#include <vector>

#include "ggml-backend.h"
#include "ggml-cpu.h"
#include "ggml.h"

namespace steno_test {

namespace {

constexpr int head = 64;
constexpr float scale = 0.125f;
/// BF16 has eight bits, and a weighted sum of values around one is around one.
constexpr double tolerance = 0.02;

struct Case {
    int rows;
    int keys;
    int heads;
    bool causal;
};

struct Inputs {
    std::vector<float> queries;  // [heads][rows][head]
    std::vector<float> keys;     // [heads][keys][head], rounded to F16, and so the values
    std::vector<float> values;
};

std::vector<float> numbers(std::mt19937 & random, size_t count, float size) {
    std::normal_distribution<float> normal(0, size);
    std::vector<float> out(count);
    for (float & number : out) number = ggml_fp16_to_fp32(ggml_fp32_to_fp16(normal(random)));
    return out;
}

bool sees(const Case & c, int row, int key) { return !c.causal || key <= row + c.keys - c.rows; }

std::vector<double> expected(const Case & c, const Inputs & in, int h, int row) {
    std::vector<double> weights(c.keys, 0.0);
    const float * query = in.queries.data() + (h * c.rows + row) * head;
    double total = 0;
    for (int key = 0; key < c.keys; key++) {
        if (!sees(c, row, key)) continue;
        double score = 0;
        for (int i = 0; i < head; i++) score += static_cast<double>(query[i]) * in.keys[(h * c.keys + key) * head + i];
        total += weights[key] = std::exp(score * scale);
    }
    std::vector<double> out(head, 0.0);
    for (int key = 0; key < c.keys; key++) {
        for (int i = 0; i < head; i++) out[i] += weights[key] / total * in.values[(h * c.keys + key) * head + i];
    }
    return out;
}

std::vector<ggml_fp16_t> to_f16(const std::vector<float> & from) {
    std::vector<ggml_fp16_t> out(from.size());
    ggml_fp32_to_fp16_row(from.data(), out.data(), static_cast<int64_t>(from.size()));
    return out;
}

/// [rows][heads][head]
std::vector<float> computed(const Case & c, const Inputs & in, int threads) {
    const ggml_init_params params = {ggml_tensor_overhead() * 8 + ggml_graph_overhead(), nullptr, true};
    const std::unique_ptr<ggml_context, decltype(&ggml_free)> context(ggml_init(params), ggml_free);
    ggml_context * ctx = context.get();
    ggml_tensor * q = ggml_new_tensor_3d(ctx, GGML_TYPE_F32, head, c.rows, c.heads);
    ggml_tensor * k = ggml_new_tensor_3d(ctx, GGML_TYPE_F16, head, c.keys, c.heads);
    ggml_tensor * v = ggml_new_tensor_3d(ctx, GGML_TYPE_F16, head, c.keys, c.heads);
    ggml_tensor * mask = c.causal ? ggml_new_tensor_2d(ctx, GGML_TYPE_F16, c.keys, c.rows) : nullptr;
    ggml_tensor * out = ggml_flash_attn_ext(ctx, q, k, v, mask, scale, 0, 0);
    ggml_cgraph * graph = ggml_new_graph(ctx);
    ggml_build_forward_expand(graph, out);

    const std::unique_ptr<ggml_backend, decltype(&ggml_backend_free)> backend(ggml_backend_cpu_init(), ggml_backend_free);
    const std::unique_ptr<ggml_backend_buffer, decltype(&ggml_backend_buffer_free)> buffer(
        ggml_backend_alloc_ctx_tensors(ctx, backend.get()), ggml_backend_buffer_free);
    ggml_backend_tensor_set(q, in.queries.data(), 0, ggml_nbytes(q));
    ggml_backend_tensor_set(k, to_f16(in.keys).data(), 0, ggml_nbytes(k));
    ggml_backend_tensor_set(v, to_f16(in.values).data(), 0, ggml_nbytes(v));
    if (mask) {
        std::vector<float> hidden;
        for (int row = 0; row < c.rows; row++) {
            for (int key = 0; key < c.keys; key++) hidden.push_back(sees(c, row, key) ? 0.0f : -INFINITY);
        }
        ggml_backend_tensor_set(mask, to_f16(hidden).data(), 0, ggml_nbytes(mask));
    }
    // All of the threads, also where one is faster.
    ggml_cplan plan = ggml_graph_plan(graph, threads, nullptr);
    std::vector<uint8_t> work(plan.work_size);
    plan.work_data = work.data();
    ggml_graph_compute(graph, &plan);
    std::vector<float> result(static_cast<size_t>(c.rows) * c.heads * head);
    ggml_backend_tensor_get(out, result.data(), 0, ggml_nbytes(out));
    return result;
}

bool near_enough(const Case & c, const Inputs & in, const std::vector<float> & result) {
    for (int row = 0; row < c.rows; row += 7) {
        for (int h = 0; h < c.heads; h++) {
            const std::vector<double> exact = expected(c, in, h, row);
            for (int i = 0; i < head; i++) {
                const double difference = result[(static_cast<size_t>(row) * c.heads + h) * head + i] - exact[i];
                if (!(std::abs(difference) <= tolerance)) return false;
            }
        }
    }
    return true;
}

/// What is no number must not become one: who asked is to see that the model is broken.
bool keeps_no_number(const Case & c, Inputs in) {
    in.values[static_cast<size_t>(c.keys / 2) * head] = NAN;
    return std::isnan(computed(c, in, 1)[0]);
}

}  // namespace

const char * wrong_attention() {
    std::mt19937 random(4717);
    // A window, fewer queries than a block and keys than a tile, a token, words that see those before them, and more heads
    // than a thread has memory for at once.
    for (const Case & c : {Case{1500, 1536, 2, false}, Case{100, 130, 3, false}, Case{1, 1536, 8, false},
                           Case{3, 5, 2, false}, Case{40, 64, 2, true}, Case{2, 1536, 40, false}}) {
        const size_t heads = static_cast<size_t>(c.heads) * head;
        const Inputs in = {numbers(random, heads * c.rows, 2), numbers(random, heads * c.keys, 1),
                           numbers(random, heads * c.keys, 1)};
        const std::vector<float> result = computed(c, in, 1);
        if (!near_enough(c, in, result)) return "attention is what double precision says";
        if (computed(c, in, 3) != result) return "attention does not depend on the number of threads";
        if (!c.causal && !keeps_no_number(c, in)) return "attention of what is no number is none";
    }
    return nullptr;
}

}  // namespace steno_test
