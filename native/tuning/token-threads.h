#pragma once

// Included before everything else in ggml-cpu.cpp (native/CMakeLists.txt), which computes every graph with all threads that
// it was given. Threads wait for each other after each operation. For a token operations are so small that this may take
// longer than more threads save, by how much differs between computers: so both are timed
// (docs/measurements/engine-experiments.md).

#include <algorithm>
#include <chrono>
#include <map>
#include <utility>

#include "ggml-cpu.h"
#include "ggml-impl.h"

namespace steno {

/// Columns of a product, or queries, up to which its time is that of reading the matrix, or the keys and values.
constexpr int64_t few_columns = 12;

/// Whether one thread or all of them take less time for graphs that are alike, by how long the last ones took.
class Pace {
public:
    bool is_one_faster() const { return one_ms_ <= all_ms_; }

    /// Whether the next one is to be computed by one thread: both in turn at first, later the faster, and the other one
    /// now and then.
    bool next_is_one() const {
        if (computed_ < trials) return computed_ % 2 == 0;
        return is_one_faster() == (computed_ % look_again != 0);
    }

    void took(bool one, double ms) {
        double & known = one ? one_ms_ : all_ms_;
        if (computed_ < trials) {
            known = computed_ < 2 ? ms : std::min(known, ms);
        } else {
            known += (std::min(ms, known * outlier) - known) / smoothed_over;
        }
        computed_++;
    }

private:
    static constexpr int trials = 12;
    static constexpr int look_again = 100;
    static constexpr double smoothed_over = 8;
    /// What takes longer had to wait for the processor, and counts as so many times as long.
    static constexpr double outlier = 2;

    double one_ms_ = 0;
    double all_ms_ = 0;
    int computed_ = 0;
};

/// The most columns that an operation of a graph has.
inline int64_t columns_of(const ggml_cgraph * graph) {
    int64_t most = 0;
    for (int i = 0; i < graph->n_nodes; i++) {
        const ggml_tensor * node = graph->nodes[i];
        if (node->op == GGML_OP_MUL_MAT) most = std::max(most, node->src[1]->ne[1]);
        if (node->op == GGML_OP_FLASH_ATTN_EXT) most = std::max(most, node->src[0]->ne[1]);
    }
    return most;
}

/// What is known of graphs that are alike: those of a model with as many columns. A lane is a thread with one model.
inline Pace & pace_of(const ggml_cgraph * graph, int64_t columns) {
    thread_local std::map<std::pair<int, int64_t>, Pace> paces;
    return paces[{graph->n_nodes, columns}];
}

/// Of the graph that was planned last, where it is to be timed.
inline Pace *& planned() {
    thread_local Pace * pace = nullptr;
    return pace;
}

/// How many of a graph's threads it is computed by. The result does not depend on it.
inline int threads_for(const ggml_cgraph * graph, int threads) {
    const int64_t columns = columns_of(graph);
    planned() = threads > 1 && columns <= few_columns ? &pace_of(graph, columns) : nullptr;
    return planned() != nullptr && planned()->next_is_one() ? 1 : threads;
}

/// Computes a graph, and remembers how long it took.
inline ggml_status compute_timed(ggml_cgraph * graph, ggml_cplan * plan) {
    const auto start = std::chrono::steady_clock::now();
    const ggml_status status = ggml_graph_compute(graph, plan);
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
    // One that was aborted says nothing.
    if (planned() != nullptr && status == GGML_STATUS_SUCCESS) planned()->took(plan->n_threads == 1, took.count());
    planned() = nullptr;
    return status;
}

}  // namespace steno

#define ggml_graph_plan(graph, threads, pool) ggml_graph_plan(graph, steno::threads_for(graph, threads), pool)
#define ggml_graph_compute(graph, plan) steno::compute_timed(graph, plan)
