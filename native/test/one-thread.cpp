#include "one-thread.h"

#include <memory>

#include "ggml.h"
#include "token-threads.h"

namespace steno_test {

namespace {

constexpr int threads = 4;

/// The threads for some products one after the other, with so many columns.
int threads_for_products(int columns) {
    constexpr int products = 3;
    constexpr int width = 512;
    const ggml_init_params params = {ggml_tensor_overhead() * 16 + ggml_graph_overhead(), nullptr, true};
    const std::unique_ptr<ggml_context, decltype(&ggml_free)> context(ggml_init(params), ggml_free);
    ggml_tensor * numbers = ggml_new_tensor_2d(context.get(), GGML_TYPE_F32, width, columns);
    for (int i = 0; i < products; i++) {
        numbers = ggml_mul_mat(context.get(), ggml_new_tensor_2d(context.get(), GGML_TYPE_Q8_0, width, width), numbers);
        numbers = ggml_add(context.get(), numbers, numbers);
    }
    ggml_cgraph * graph = ggml_new_graph(context.get());
    ggml_build_forward_expand(graph, numbers);
    return steno::threads_for(graph, threads);
}

/// A computer on which graphs take so long by one thread, and by all of them. How many of 200 one thread computes.
int computed_by_one(steno::Pace & pace, double one_ms, double all_ms) {
    int by_one = 0;
    for (int i = 0; i < 200; i++) {
        const bool one = pace.next_is_one();
        by_one += one;
        pace.took(one, one ? one_ms : all_ms);
    }
    return by_one;
}

const char * wrong_pace() {
    steno::Pace pace;
    if (computed_by_one(pace, 3, 10) < 190) return "one thread computes what it computes faster";
    if (computed_by_one(pace, 10, 7) > 110) return "what becomes slower is noticed";
    if (computed_by_one(pace, 10, 7) > 10) return "all threads compute what they compute faster";
    pace.took(false, 1000);
    if (computed_by_one(pace, 10, 7) > 20) return "a moment in which others had the processor changes little";
    return nullptr;
}

}  // namespace

const char * wrong_token_threads() {
    if (threads_for_products(1500) != threads) return "a window has all threads";
    if (threads_for_products(1) != 1) return "the first token of all is computed by one thread";
    return wrong_pace();
}

}  // namespace steno_test
