#pragma once

// GELU by ggml's own vectors instead of a table of 65,536 numbers, which is not in the cache when a token needs it. In
// place of ggml's in ops.cpp (attention-tiles.h, which is included there first).

#include "vec.h"

namespace steno_gelu {

const float steepness = 2 * SQRT_2_OVER_PI;

/// x / (1 + e^-2u) is 0.5 x (1 + tanh u). From −10 on it is nothing.
inline void gelu(int n, float * to, const float * from) {
    int i = 0;
#if defined(__AVX512F__) && defined(__AVX512DQ__)
    const __m512 one = _mm512_set1_ps(1.0f);
    for (; i + 16 <= n; i += 16) {
        const __m512 x = _mm512_max_ps(_mm512_set1_ps(-10.0f), _mm512_loadu_ps(from + i));
        const __m512 bent = _mm512_fmadd_ps(_mm512_mul_ps(x, x), _mm512_set1_ps(GELU_COEF_A), one);
        const __m512 power = ggml_v_expf(_mm512_mul_ps(_mm512_mul_ps(x, bent), _mm512_set1_ps(-steepness)));
        _mm512_storeu_ps(to + i, _mm512_div_ps(x, _mm512_add_ps(one, power)));
    }
#elif defined(__AVX2__) && defined(__FMA__)
    const __m256 one = _mm256_set1_ps(1.0f);
    for (; i + 8 <= n; i += 8) {
        const __m256 x = _mm256_max_ps(_mm256_set1_ps(-10.0f), _mm256_loadu_ps(from + i));
        const __m256 bent = _mm256_fmadd_ps(_mm256_mul_ps(x, x), _mm256_set1_ps(GELU_COEF_A), one);
        const __m256 power = ggml_v_expf(_mm256_mul_ps(_mm256_mul_ps(x, bent), _mm256_set1_ps(-steepness)));
        _mm256_storeu_ps(to + i, _mm256_div_ps(x, _mm256_add_ps(one, power)));
    }
#endif
    ggml_vec_gelu_f32(n - i, to + i, from + i);
}

}  // namespace steno_gelu

#define ggml_vec_gelu_f32 steno_gelu::gelu
