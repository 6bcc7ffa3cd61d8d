#pragma once

// Included before everything else in ggml-cpu.cpp (native/CMakeLists.txt), which computes every graph with all threads that
// it was given. Threads wait for each other after each operation. For a token most operations are so small that this takes
// longer than a second thread saves (docs/measurements/engine-experiments.md).

#include <algorithm>

#include "ggml-cpu.h"
#include "ggml-impl.h"

namespace steno {

/// Columns of a product, or queries, up to which its time is that of reading the matrix, or the keys and values.
constexpr int64_t few_columns = 12;
/// Bytes that an operation reads, in the mean, from which more threads are faster.
constexpr size_t worth_waiting = 1'000'000;

/// How many of a graph's threads make it fastest. The result does not depend on it.
inline int threads_for(const ggml_cgraph * graph, int threads) {
    size_t bytes = 0;
    size_t operations = 0;
    for (int i = 0; i < graph->n_nodes; i++) {
        const ggml_tensor * node = graph->nodes[i];
        if (ggml_op_is_empty(node->op)) continue;
        operations++;
        if (node->op == GGML_OP_MUL_MAT) {
            if (node->src[1]->ne[1] > few_columns) return threads;
            bytes += ggml_nbytes(node->src[0]);
        } else if (node->op == GGML_OP_FLASH_ATTN_EXT) {
            if (node->src[0]->ne[1] > few_columns) return threads;
            bytes += ggml_nbytes(node->src[1]) + ggml_nbytes(node->src[2]);
        }
    }
    return bytes < operations * worth_waiting ? std::min(threads, 1) : threads;
}

}  // namespace steno

#define ggml_graph_plan(graph, threads, pool) ggml_graph_plan(graph, steno::threads_for(graph, threads), pool)
