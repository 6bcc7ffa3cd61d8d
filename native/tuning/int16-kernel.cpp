#include "int16-kernel.h"

#include "ggml-cpu.h"

#if defined(__x86_64__)

#include <immintrin.h>

#include <cstring>

// Packages are built for processors without AVX2, too.
#define STENO_AVX2 __attribute__((target("avx2")))

namespace steno_products {

namespace {

constexpr int lanes = 8;

/// Not __m256i: GCC 12 keeps sums of another type than the instruction's in memory. Without a sign, as those of rows that are
/// none may overflow.
using Sums = unsigned __attribute__((vector_size(32)));

STENO_AVX2 inline __m256i load(const int16_t * from) { return _mm256_load_si256(reinterpret_cast<const __m256i *>(from)); }

STENO_AVX2 inline __m256i rounded(const float * from, __m256 factor) {
    return _mm256_cvtps_epi32(_mm256_mul_ps(_mm256_loadu_ps(from), factor));
}

STENO_AVX2 inline void store(Sums sums, __m256 steps, float * to) {
    _mm256_storeu_ps(to, _mm256_mul_ps(_mm256_cvtepi32_ps(reinterpret_cast<__m256i>(sums)), steps));
}

template <int rows> STENO_AVX2 void multiply(const Tile & tile) {
    Sums left[rows] = {};
    Sums right[rows] = {};
    const int16_t * weights = tile.weights;
    for (int i = 0; i < tile.inputs; i += 2, weights += 2 * outputs_of_tile) {
        const __m256i left_weights = load(weights);
        const __m256i right_weights = load(weights + outputs_of_tile);
#pragma GCC unroll 8
        for (int row = 0; row < rows; row++) {
            int32_t pair;
            std::memcpy(&pair, tile.numbers + row * tile.inputs + i, sizeof(pair));
            const __m256i pairs = _mm256_set1_epi32(pair);
            left[row] += reinterpret_cast<Sums>(_mm256_madd_epi16(pairs, left_weights));
            right[row] += reinterpret_cast<Sums>(_mm256_madd_epi16(pairs, right_weights));
        }
    }
    for (int row = 0; row < rows; row++) {
        const __m256 steps = _mm256_set1_ps(tile.row_steps[row]);
        float * out = tile.out + row * tile.stride;
        store(left[row], _mm256_mul_ps(steps, _mm256_loadu_ps(tile.output_steps)), out);
        store(right[row], _mm256_mul_ps(steps, _mm256_loadu_ps(tile.output_steps + lanes)), out + lanes);
    }
}

}  // namespace

bool has_int16_kernel() { return ggml_cpu_has_avx2() && !ggml_cpu_has_avx512(); }

STENO_AVX2 void to_int16(const float * numbers, int count, float factor, int16_t * to) {
    const __m256 factors = _mm256_set1_ps(factor);
    int i = 0;
    for (; i + 2 * lanes <= count; i += 2 * lanes) {
        // Packed half by half: the quarters in the middle are exchanged.
        const __m256i packed = _mm256_packs_epi32(rounded(numbers + i, factors), rounded(numbers + i + lanes, factors));
        _mm256_storeu_si256(reinterpret_cast<__m256i *>(to + i), _mm256_permute4x64_epi64(packed, 0xd8));
    }
    for (; i < count; i++) to[i] = static_cast<int16_t>(_mm_cvtss_si32(_mm_set_ss(numbers[i] * factor)));
}

void multiply_tile(const Tile & tile, int rows) {
    if (rows == rows_of_tile) return multiply<rows_of_tile>(tile);
    multiply<rows_of_low_tile>(tile);
}

}  // namespace steno_products

#else

namespace steno_products {

bool has_int16_kernel() { return false; }

void to_int16(const float *, int, float, int16_t *) {}

void multiply_tile(const Tile &, int) {}

}  // namespace steno_products

#endif
