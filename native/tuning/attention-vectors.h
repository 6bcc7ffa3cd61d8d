#pragma once

// What attention.cpp needs of a processor: AVX512 with BF16 (two numbers packed into 32 bits, multiplied and added in
// one instruction, or by AMX), AVX512, or AVX2. ggml is built once for each kind of processor, and so is this.

#include <immintrin.h>

#include <cstdint>
#include <cstring>

#include "amx.h"
#include "ggml-cpu-impl.h"
#include "vec.h"

namespace steno_attention {

#if defined(__AVX512F__)

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
inline float highest_of(Vector v) { return _mm512_reduce_max_ps(v); }
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

#ifdef STENO_AMX
constexpr int rows_at_once = 32;
#else
constexpr int rows_at_once = 6;
#endif

#if defined(__AVX512BF16__)

/// Two numbers that are neighbours in what is summed over, as BF16, the first one in the lower half.
using Packed = uint32_t;
constexpr int numbers_packed = 2;

inline void pack(const float * from, int count, Packed * to) {
    for (int i = 0; i < count; i += 2 * lanes) {
        const __m512bh packed = _mm512_cvtne2ps_pbh(load(from + i + lanes), load(from + i));
        _mm512_storeu_si512(to + i / 2, reinterpret_cast<const __m512i &>(packed));
    }
}

/// Packs each number with the one in the row below.
inline void pack_columns(const float * upper, const float * lower, int count, Packed * to) {
    for (int i = 0; i < count; i += lanes) {
        const __m256bh up = _mm512_cvtneps_pbh(load(upper + i));
        const __m256bh low = _mm512_cvtneps_pbh(load(lower + i));
        const __m512i first = _mm512_cvtepu16_epi32(reinterpret_cast<const __m256i &>(up));
        const __m512i second = _mm512_cvtepu16_epi32(reinterpret_cast<const __m256i &>(low));
        _mm512_storeu_si512(to + i, _mm512_or_si512(first, _mm512_slli_epi32(second, 16)));
    }
}

/// The sums, plus one packed left number times each of the right ones.
inline Vector product(Packed left, const Packed * right, Vector sums) {
    const __m512i l = _mm512_set1_epi32(static_cast<int>(left));
    const __m512i r = _mm512_loadu_si512(right);
    return _mm512_dpbf16_ps(sums, reinterpret_cast<const __m512bh &>(r), reinterpret_cast<const __m512bh &>(l));
}

#else

using Packed = float;
constexpr int numbers_packed = 1;

inline void pack(const float * from, int count, Packed * to) { std::memcpy(to, from, count * sizeof(float)); }

inline void pack_columns(const float * upper, const float *, int count, Packed * to) { pack(upper, count, to); }

inline Vector product(Packed left, const Packed * right, Vector sums) {
    return multiply_add(all(left), load(right), sums);
}

#endif

}  // namespace steno_attention
