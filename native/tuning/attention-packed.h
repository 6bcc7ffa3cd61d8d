#pragma once

// Two numbers in 32 bits, which are multiplied and added in one instruction: BF16 where the processor has it (or AMX), else
// whole numbers of 16 bits, twice as many at once as in F32. Those are multiples of a unit, chosen by the largest of
// the numbers that share it, so that 12 to 15 bits of each count; BF16 keeps 8.

#include <immintrin.h>

#include <cstdint>
#include <limits>

#include "amx.h"
#include "attention-vectors.h"

namespace steno_attention {

#ifdef STENO_AMX
constexpr int rows_at_once = 32;
#else
constexpr int rows_at_once = 6;
#endif

/// Two numbers that are neighbours in what is summed over, the first one in the lower half.
using Packed = uint32_t;
constexpr int numbers_packed = 2;

#if defined(__AVX512BW__)
using Pairs = __m512i;
inline Pairs load_pairs(const Packed * from) { return _mm512_loadu_si512(from); }
inline Pairs all_pairs(Packed pair) { return _mm512_set1_epi32(static_cast<int>(pair)); }
inline Pairs rounded(Vector v) { return _mm512_cvtps_epi32(v); }
inline Vector widen(Pairs whole) { return _mm512_cvtepi32_ps(whole); }
#else
using Pairs = __m256i;
inline Pairs load_pairs(const Packed * from) { return _mm256_loadu_si256(reinterpret_cast<const __m256i *>(from)); }
inline Pairs all_pairs(Packed pair) { return _mm256_set1_epi32(static_cast<int>(pair)); }
inline Pairs rounded(Vector v) { return _mm256_cvtps_epi32(v); }
inline Vector widen(Pairs whole) { return _mm256_cvtepi32_ps(whole); }
#endif

/// The largest whole numbers that stand for each; BF16 needs none.
constexpr float most_of_query = 8191;
constexpr float most_of_key = 8191;
constexpr float most_of_value = 2047;
constexpr float most_of_weight = 32767;

#if defined(__AVX512BF16__)

/// Sums in F32 take any number of products.
constexpr int steps_summed = std::numeric_limits<int>::max();

using Sums = Vector;
inline Vector in_units(Sums sums) { return sums; }

/// BF16 has an exponent of its own: its unit is always 1.
inline float unit_of(float, float) { return 1; }

inline void pack(const float * from, int count, float, Packed * to) {
    for (int i = 0; i < count; i += 2 * lanes) {
        const __m512bh packed = _mm512_cvtne2ps_pbh(load(from + i + lanes), load(from + i));
        _mm512_storeu_si512(to + i / 2, reinterpret_cast<const __m512i &>(packed));
    }
}

/// Packs each number with the one in the row below.
inline void pack_columns(const float * upper, const float * lower, int count, float, Packed * to) {
    for (int i = 0; i < count; i += lanes) {
        const __m256bh up = _mm512_cvtneps_pbh(load(upper + i));
        const __m256bh low = _mm512_cvtneps_pbh(load(lower + i));
        const __m512i first = _mm512_cvtepu16_epi32(reinterpret_cast<const __m256i &>(up));
        const __m512i second = _mm512_cvtepu16_epi32(reinterpret_cast<const __m256i &>(low));
        _mm512_storeu_si512(to + i, _mm512_or_si512(first, _mm512_slli_epi32(second, 16)));
    }
}

/// The sums, plus the products of two pairs at each place.
inline Sums product(Pairs left, Pairs right, Sums sums) {
    return _mm512_dpbf16_ps(sums, reinterpret_cast<const __m512bh &>(right), reinterpret_cast<const __m512bh &>(left));
}

#else

/// Not __m256i or __m512i: GCC 12 keeps sums of another type than the instruction's in memory.
using Sums = int __attribute__((vector_size(sizeof(Pairs))));

/// Sums of 31 bits hold the products of 32 numbers of a query and a key, or of 32 weights and values.
constexpr int steps_summed = 16;
static_assert(2.0 * steps_summed * most_of_query * most_of_key < 2147483648.0);
static_assert(2.0 * steps_summed * most_of_weight * most_of_value < 2147483648.0);

/// What 1 stands for where the largest of the numbers is `largest`; no number if that is none.
inline float unit_of(float largest, float most) { return largest / most; }

inline Vector in_units(Sums sums) { return widen(reinterpret_cast<Pairs>(sums)); }

inline Pairs rounded(const float * from, float per_unit) { return rounded(multiply(load(from), all(per_unit))); }

#if defined(__AVX512BW__)

inline void pack_lanes(const float * from, float per_unit, Packed * to) {
    _mm256_storeu_si256(reinterpret_cast<__m256i *>(to), _mm512_cvtsepi32_epi16(rounded(from, per_unit)));
}

inline void pack_lanes(const float * upper, const float * lower, float per_unit, Packed * to) {
    const __m512i below = _mm512_slli_epi32(rounded(lower, per_unit), 16);
    _mm512_storeu_si512(to, _mm512_mask_blend_epi16(0xaaaaaaaa, rounded(upper, per_unit), below));
}

inline Sums product(Pairs left, Pairs right, Sums sums) {
#ifdef __AVX512VNNI__
    return reinterpret_cast<Sums>(_mm512_dpwssd_epi32(reinterpret_cast<Pairs>(sums), right, left));
#else
    return sums + reinterpret_cast<Sums>(_mm512_madd_epi16(right, left));
#endif
}

#else

inline void pack_lanes(const float * from, float per_unit, Packed * to) {
    const __m256i whole = rounded(from, per_unit);
    const __m128i halves = _mm_packs_epi32(_mm256_castsi256_si128(whole), _mm256_extracti128_si256(whole, 1));
    _mm_storeu_si128(reinterpret_cast<__m128i *>(to), halves);
}

inline void pack_lanes(const float * upper, const float * lower, float per_unit, Packed * to) {
    const __m256i below = _mm256_slli_epi32(rounded(lower, per_unit), 16);
    _mm256_storeu_si256(reinterpret_cast<__m256i *>(to), _mm256_blend_epi16(rounded(upper, per_unit), below, 0xaa));
}

inline Sums product(Pairs left, Pairs right, Sums sums) {
#ifdef __AVXVNNI__
    return reinterpret_cast<Sums>(_mm256_dpwssd_avx_epi32(reinterpret_cast<Pairs>(sums), right, left));
#else
    return sums + reinterpret_cast<Sums>(_mm256_madd_epi16(right, left));
#endif
}

#endif

inline float per_unit(float unit) { return unit == 0 ? 0 : 1 / unit; }

inline void pack(const float * from, int count, float unit, Packed * to) {
    const float factor = per_unit(unit);
    for (int i = 0; i < count; i += lanes) pack_lanes(from + i, factor, to + i / 2);
}

/// Packs each number with the one in the row below.
inline void pack_columns(const float * upper, const float * lower, int count, float unit, Packed * to) {
    const float factor = per_unit(unit);
    for (int i = 0; i < count; i += lanes) pack_lanes(upper + i, lower + i, factor, to + i);
}

#endif

}  // namespace steno_attention
