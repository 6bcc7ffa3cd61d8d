#pragma once

// Numbers of 32 bits, as many at once as the processor has room for: AVX512 or AVX2. ggml is built once for each kind of
// processor, and so is this.

#include <immintrin.h>

#include <algorithm>

#include "ggml-cpu-impl.h"
#include "vec.h"

namespace steno_attention {

#if defined(__AVX512BW__)

using Vector = __m512;
constexpr int lanes = 16;
constexpr int columns_at_once = 4 * lanes;  // with rows_at_once rows they fill the registers

inline Vector zero() { return _mm512_setzero_ps(); }
inline Vector all(float value) { return _mm512_set1_ps(value); }
inline Vector load(const float * from) { return _mm512_loadu_ps(from); }
inline void store(float * to, Vector v) { _mm512_storeu_ps(to, v); }
inline Vector widen(const ggml_fp16_t * from) {
    return _mm512_cvtph_ps(_mm256_loadu_si256(reinterpret_cast<const __m256i *>(from)));
}
inline Vector add(Vector a, Vector b) { return _mm512_add_ps(a, b); }
inline Vector subtract(Vector a, Vector b) { return _mm512_sub_ps(a, b); }
inline Vector multiply(Vector a, Vector b) { return _mm512_mul_ps(a, b); }
inline Vector multiply_add(Vector a, Vector b, Vector sum) { return _mm512_fmadd_ps(a, b, sum); }
inline Vector higher(Vector a, Vector b) { return _mm512_max_ps(a, b); }
/// The one that is farther from zero, without its sign; no number is farthest.
inline Vector larger(Vector a, Vector b) {
    const __m512i sizes[] = {_mm512_castps_si512(_mm512_abs_ps(a)), _mm512_castps_si512(_mm512_abs_ps(b))};
    return _mm512_castsi512_ps(_mm512_max_epi32(sizes[0], sizes[1]));
}
inline float highest_of(Vector v) { return _mm512_reduce_max_ps(v); }
inline float largest_of(Vector v) {
    const __m512i sizes = _mm512_castps_si512(_mm512_abs_ps(v));
    return _mm_cvtss_f32(_mm_castsi128_ps(_mm_cvtsi32_si128(_mm512_reduce_max_epi32(sizes))));
}
inline float sum_of(Vector v) { return _mm512_reduce_add_ps(v); }

#else

using Vector = __m256;
constexpr int lanes = 8;
constexpr int columns_at_once = 2 * lanes;

inline Vector zero() { return _mm256_setzero_ps(); }
inline Vector all(float value) { return _mm256_set1_ps(value); }
inline Vector load(const float * from) { return _mm256_loadu_ps(from); }
inline void store(float * to, Vector v) { _mm256_storeu_ps(to, v); }
inline Vector widen(const ggml_fp16_t * from) {
    return _mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<const __m128i *>(from)));
}
inline Vector add(Vector a, Vector b) { return _mm256_add_ps(a, b); }
inline Vector subtract(Vector a, Vector b) { return _mm256_sub_ps(a, b); }
inline Vector multiply(Vector a, Vector b) { return _mm256_mul_ps(a, b); }
inline Vector multiply_add(Vector a, Vector b, Vector sum) { return _mm256_fmadd_ps(a, b, sum); }
inline Vector higher(Vector a, Vector b) { return _mm256_max_ps(a, b); }
/// The one that is farther from zero, without its sign; no number is farthest.
inline Vector larger(Vector a, Vector b) {
    const __m256i no_sign = _mm256_set1_epi32(0x7fffffff);
    const __m256i sizes[] = {_mm256_and_si256(_mm256_castps_si256(a), no_sign), _mm256_and_si256(_mm256_castps_si256(b), no_sign)};
    return _mm256_castsi256_ps(_mm256_max_epi32(sizes[0], sizes[1]));
}
inline float largest_of(Vector v) {
    int sizes[lanes];
    _mm256_storeu_si256(reinterpret_cast<__m256i *>(sizes), _mm256_castps_si256(larger(v, v)));
    return _mm_cvtss_f32(_mm_castsi128_ps(_mm_cvtsi32_si128(*std::max_element(sizes, sizes + lanes))));
}
inline float highest_of(Vector v) {
    __m128 half = _mm_max_ps(_mm256_castps256_ps128(v), _mm256_extractf128_ps(v, 1));
    half = _mm_max_ps(half, _mm_movehl_ps(half, half));
    return _mm_cvtss_f32(_mm_max_ss(half, _mm_movehdup_ps(half)));
}
inline float sum_of(Vector v) {
    __m128 half = _mm_add_ps(_mm256_castps256_ps128(v), _mm256_extractf128_ps(v, 1));
    half = _mm_add_ps(half, _mm_movehl_ps(half, half));
    return _mm_cvtss_f32(_mm_add_ss(half, _mm_movehdup_ps(half)));
}

#endif

}  // namespace steno_attention
