#pragma once

// Included before everything else in two files of ggml and in attention.cpp (native/CMakeLists.txt), whose attention takes 64 rows at a
// time. With 192 it converts keys and values a third as often, and no row is left over: the AVX2 kernel takes six at
// once. Measured in docs/performance.md. The arithmetic per row is unchanged.

#define ggml_fa_tile_config ggml_fa_tile_config_of_ggml
#include "ggml-cpu/common.h"
#undef ggml_fa_tile_config

// ggml-cpu.c reserves memory with this one, ops.cpp uses the other.
#undef GGML_FA_TILE_Q
#define GGML_FA_TILE_Q 192

// attention.cpp takes the place of ggml's attention where it has a kernel for the processor, and calls ggml's for the rest.
#if (defined(__GNUC__) || defined(__clang__)) && \
    (defined(__AVX512BW__) || (defined(__AVX2__) && defined(__FMA__) && defined(__F16C__)))
#define STENO_ATTENTION
#if defined(__cplusplus) && !defined(STENO_ATTENTION_SOURCE)
#include "gelu.h"
#define ggml_compute_forward_flash_attn_ext ggml_compute_forward_flash_attn_ext_of_ggml
#endif
#endif

#ifdef __cplusplus
struct ggml_fa_tile_config {
    static constexpr size_t Q = GGML_FA_TILE_Q;
    static constexpr size_t KV = GGML_FA_TILE_KV;
};
#endif
