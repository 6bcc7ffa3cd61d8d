#pragma once

// Included before everything else in ggml-cpu.c (native/CMakeLists.txt). LLAMAFILE's kernels for Q8_0 need many columns; for
// the few tokens of a window's start and of several candidates ggml's own, one column after the other while a row of
// weights is in the cache, are faster. Measured in docs/measurements/engine-experiments.md.

#if defined(GGML_USE_LLAMAFILE) && !defined(__cplusplus)

#include "ggml.h"

struct ggml_compute_params;
#include "llamafile/sgemm.h"

#define STENO_FEW_COLUMNS 12

static inline bool steno_sgemm(const struct ggml_compute_params * params, int64_t rows, int64_t columns, int64_t depth,
                               const void * a, int64_t row_of_a, const void * b, int64_t row_of_b, void * c,
                               int64_t row_of_c, int type_of_a, int type_of_b, int type_of_c) {
    if (type_of_a == GGML_TYPE_Q8_0 && columns <= STENO_FEW_COLUMNS) return false;
    return llamafile_sgemm(params, rows, columns, depth, a, row_of_a, b, row_of_b, c, row_of_c, type_of_a, type_of_b,
                           type_of_c);
}

#define llamafile_sgemm steno_sgemm

#endif
