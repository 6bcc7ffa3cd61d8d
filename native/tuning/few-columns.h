#pragma once

// Included before everything else in ggml-cpu.c (native/CMakeLists.txt). LLAMAFILE's kernels for Q8_0 need many columns; the
// few tokens of a window's start and of several candidates go to few-columns.cpp, or to ggml's own, which are faster than
// those, too. Measured in docs/measurements/engine-experiments.md.

#include <stdbool.h>
#include <stdint.h>

#define STENO_FEW_COLUMNS 12

/// out[column][row] = the sum over blocks of a[row][block] * b[column][block], both in Q8_0
struct StenoProduct {
    int64_t rows;
    int64_t columns;
    int64_t blocks;
    const void * a;
    int64_t row_blocks;
    const void * b;
    int64_t column_blocks;
    float * out;
    int64_t out_stride;
};

#ifdef __cplusplus
extern "C" {
#endif

/// Computes a thread's share. False where the processor has no kernel for it.
bool steno_few_columns(const struct StenoProduct * product, int thread, int threads);

#ifdef __cplusplus
}
#endif

#if defined(GGML_USE_LLAMAFILE) && !defined(__cplusplus)

#include "ggml.h"

#include "ggml-cpu-impl.h"
#include "llamafile/sgemm.h"

static inline bool steno_sgemm(const struct ggml_compute_params * params, int64_t rows, int64_t columns, int64_t depth,
                               const void * a, int64_t row_of_a, const void * b, int64_t row_of_b, void * c,
                               int64_t row_of_c, int type_of_a, int type_of_b, int type_of_c) {
    if (type_of_a != GGML_TYPE_Q8_0 || columns > STENO_FEW_COLUMNS) {
        return llamafile_sgemm(params, rows, columns, depth, a, row_of_a, b, row_of_b, c, row_of_c, type_of_a, type_of_b,
                               type_of_c);
    }
    const struct StenoProduct product = {rows, columns, depth, a, row_of_a, b, row_of_b, (float *) c, row_of_c};
    return type_of_b == GGML_TYPE_Q8_0 && type_of_c == GGML_TYPE_F32 && steno_few_columns(&product, params->ith, params->nth);
}

#define llamafile_sgemm steno_sgemm

#endif
