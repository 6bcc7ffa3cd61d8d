// Products of a matrix in Q8_0 with a few columns, which are what single tokens are computed by: no library has them for
// numbers in blocks of 32 with a factor each. Two blocks are multiplied at a time, and what follows is fetched ahead.

#include "few-columns.h"

#include <algorithm>

#if defined(__AVX512F__) && defined(__AVX512BW__) && defined(__AVX512VL__) && defined(__AVX512VNNI__)

#include <immintrin.h>

#define GGML_COMMON_DECL_CPP
#include "ggml-common.h"

namespace {

constexpr int most_pairs = 96;       // of blocks in a column
constexpr int columns_at_once = 4;   // whose sums are in registers
constexpr int fetched_ahead = 4096;  // bytes

/// Two blocks of a column, each factor as often as there are sums of its block.
struct Pair {
    __m512i numbers;
    __m512 factors;
};

__m512i two_blocks(const block_q8_0 * from) {
    const __m256i first = _mm256_loadu_si256(reinterpret_cast<const __m256i *>(from[0].qs));
    return _mm512_inserti64x4(_mm512_castsi256_si512(first),
                              _mm256_loadu_si256(reinterpret_cast<const __m256i *>(from[1].qs)), 1);
}

__m512 two_factors(const block_q8_0 * from) {
    const __m128i first = _mm_set1_epi16(static_cast<short>(from[0].d));
    const __m128i second = _mm_set1_epi16(static_cast<short>(from[1].d));
    return _mm512_cvtph_ps(_mm256_inserti128_si256(_mm256_castsi128_si256(first), second, 1));
}

template <int columns> void multiply_row(const block_q8_0 * row, int pairs, const Pair * columns_from, float * to, int64_t stride) {
    __m512 sums[columns];
    for (auto & sum : sums) sum = _mm512_setzero_ps();
    for (int i = 0; i < pairs; i++) {
        const block_q8_0 * blocks = row + 2 * i;
        _mm_prefetch(reinterpret_cast<const char *>(blocks) + fetched_ahead, _MM_HINT_T0);
        const __m512i numbers = two_blocks(blocks);
        const __m512i sizes = _mm512_abs_epi8(numbers);
        const __mmask64 negative = _mm512_movepi8_mask(numbers);
        const __m512 factors = two_factors(blocks);
        for (int c = 0; c < columns; c++) {
            const Pair & pair = columns_from[c * most_pairs + i];
            // The instruction takes no sign on the left, so the right one has both.
            const __m512i others = _mm512_mask_sub_epi8(pair.numbers, negative, _mm512_setzero_si512(), pair.numbers);
            const __m512i products = _mm512_dpbusd_epi32(_mm512_setzero_si512(), sizes, others);
            sums[c] = _mm512_fmadd_ps(_mm512_cvtepi32_ps(products), _mm512_mul_ps(factors, pair.factors), sums[c]);
        }
    }
    for (int c = 0; c < columns; c++) to[c * stride] = _mm512_reduce_add_ps(sums[c]);
}

using MultiplyRow = void (*)(const block_q8_0 *, int, const Pair *, float *, int64_t);
constexpr MultiplyRow by_columns[] = {multiply_row<1>, multiply_row<2>, multiply_row<3>, multiply_row<4>};

}  // namespace

extern "C" bool steno_few_columns(const StenoProduct * product, int thread, int threads) {
    const int pairs = static_cast<int>(product->blocks / 2);
    if (product->blocks % 2 != 0 || pairs > most_pairs || product->columns > STENO_FEW_COLUMNS) return false;
    Pair columns[STENO_FEW_COLUMNS * most_pairs];
    const auto * from = static_cast<const block_q8_0 *>(product->b);
    for (int64_t c = 0; c < product->columns; c++) {
        for (int i = 0; i < pairs; i++) {
            const block_q8_0 * blocks = from + c * product->column_blocks + 2 * i;
            columns[c * most_pairs + i] = {two_blocks(blocks), two_factors(blocks)};
        }
    }
    const auto * weights = static_cast<const block_q8_0 *>(product->a);
    const int64_t end = product->rows * (thread + 1) / threads;
    for (int64_t row = product->rows * thread / threads; row < end; row++) {
        for (int64_t c = 0; c < product->columns; c += columns_at_once) {
            const int64_t count = std::min<int64_t>(columns_at_once, product->columns - c);
            by_columns[count - 1](weights + row * product->row_blocks, pairs, columns + c * most_pairs,
                                  product->out + c * product->out_stride + row, product->out_stride);
        }
    }
    return true;
}

#else

extern "C" bool steno_few_columns(const StenoProduct *, int, int) { return false; }

#endif
