#include "one-thread.h"

#include <memory>

#include "ggml.h"
#include "token-threads.h"

namespace steno_test {

namespace {

constexpr int threads = 4;

/// The threads for some products one after the other, of square matrices of this width with so many columns.
int threads_for_products(int width, int columns) {
    constexpr int products = 3;
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

}  // namespace

const char * wrong_token_threads() {
    if (threads_for_products(512, 1) != 1) return "a token of a small model has one thread";
    if (threads_for_products(512, 5) != 1) return "a few tokens of a small model have one thread";
    if (threads_for_products(512, 1500) != threads) return "a window has all threads";
    if (threads_for_products(2048, 1) != threads) return "a token of a large model has all threads";
    return nullptr;
}

}  // namespace steno_test
