#include "weight-convert.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

#include "whisper.h"

#if defined(__x86_64__) || defined(_M_X64)
#define STENO_AVX2
#include <immintrin.h>
#ifdef _MSC_VER
#define STENO_WITH_AVX2
#else
#define STENO_WITH_AVX2 __attribute__((target("avx2,f16c")))
#endif
#endif

namespace steno {

namespace {

constexpr size_t at_once = 4096;  // numbers; blocks of quantized types divide it

/// BF16 has less precision than f16 and more range, so nothing overflows; Q8_0 has a scale for each 32 numbers.
void convert_one_by_one(const ggml_fp16_t * from, size_t count, ggml_type type, char * to) {
    std::array<float, at_once> wide;
    for (size_t at = 0; at < count; at += at_once) {
        const auto some = static_cast<int64_t>(std::min(at_once, count - at));
        ggml_fp16_to_fp32_row(from + at, wide.data(), some);
        if (type == GGML_TYPE_BF16) {
            ggml_fp32_to_bf16_row(wide.data(), reinterpret_cast<ggml_bf16_t *>(to), some);
        } else {
            ggml_get_type_traits(type)->from_float_ref(wide.data(), to, some);
        }
        to += ggml_row_size(type, some);
    }
}

#ifdef STENO_AVX2

constexpr size_t block = 32;  // numbers of Q8_0 that share a scale, which is before them, a byte each
constexpr size_t block_bytes = sizeof(ggml_fp16_t) + block;

STENO_WITH_AVX2 __m256 eight(const ggml_fp16_t * from) {
    return _mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<const __m128i *>(from)));
}

STENO_WITH_AVX2 float largest(__m256 numbers) {
    __m128 four = _mm_max_ps(_mm256_castps256_ps128(numbers), _mm256_extractf128_ps(numbers, 1));
    four = _mm_max_ps(four, _mm_movehl_ps(four, four));
    return _mm_cvtss_f32(_mm_max_ss(four, _mm_movehdup_ps(four)));
}

STENO_WITH_AVX2 void to_q8_0(const ggml_fp16_t * from, size_t count, char * to) {
    const __m256 sign = _mm256_set1_ps(-0.0f);
    // The largest number below a half, so that truncating rounds halves away from zero and nothing else up.
    const __m256 half = _mm256_set1_ps(0x1.fffffep-2f);
    const __m256i in_order = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
    for (; count > 0; count -= block, from += block, to += block_bytes) {
        const __m256 x[] = {eight(from), eight(from + 8), eight(from + 16), eight(from + 24)};
        __m256 most = _mm256_setzero_ps();
        for (const __m256 & part : x) most = _mm256_max_ps(most, _mm256_andnot_ps(sign, part));
        const float scale = largest(most) / 127.0f;
        const __m128i scale_f16 = _mm_cvtps_ph(_mm_set_ss(scale), _MM_FROUND_TO_NEAREST_INT);
        const auto stored = static_cast<ggml_fp16_t>(_mm_extract_epi16(scale_f16, 0));
        std::memcpy(to, &stored, sizeof(stored));
        const __m256 inverse = _mm256_set1_ps(scale != 0.0f ? 1.0f / scale : 0.0f);
        __m256i whole[4];
        for (int i = 0; i < 4; i++) {
            const __m256 y = _mm256_mul_ps(x[i], inverse);
            whole[i] = _mm256_cvttps_epi32(_mm256_add_ps(y, _mm256_or_ps(half, _mm256_and_ps(sign, y))));
        }
        const __m256i bytes =
            _mm256_packs_epi16(_mm256_packs_epi32(whole[0], whole[1]), _mm256_packs_epi32(whole[2], whole[3]));
        _mm256_storeu_si256(reinterpret_cast<__m256i *>(to + sizeof(stored)),
                            _mm256_permutevar8x32_epi32(bytes, in_order));
    }
}

/// The upper half of eight numbers, rounded to the nearest, to even where two are as near.
STENO_WITH_AVX2 __m256i upper_halves(__m256 numbers) {
    const __m256i bits = _mm256_castps_si256(numbers);
    const __m256i upper = _mm256_srli_epi32(bits, 16);
    const __m256i odd = _mm256_and_si256(upper, _mm256_set1_epi32(1));
    const __m256i nearly_one = _mm256_add_epi32(odd, _mm256_set1_epi32(0x7fff));
    const __m256i rounded = _mm256_srli_epi32(_mm256_add_epi32(bits, nearly_one), 16);
    const __m256i is_nan = _mm256_castps_si256(_mm256_cmp_ps(numbers, numbers, _CMP_UNORD_Q));
    return _mm256_blendv_epi8(rounded, _mm256_or_si256(upper, _mm256_set1_epi32(64)), is_nan);
}

STENO_WITH_AVX2 void to_bf16(const ggml_fp16_t * from, size_t count, char * to) {
    for (; count > 0; count -= 16, from += 16, to += 16 * sizeof(ggml_bf16_t)) {
        const __m256i packed = _mm256_packus_epi32(upper_halves(eight(from)), upper_halves(eight(from + 8)));
        _mm256_storeu_si256(reinterpret_cast<__m256i *>(to), _mm256_permute4x64_epi64(packed, 0xd8));
    }
}

bool processor_has_avx2() {
    static const bool has = std::strstr(whisper_print_system_info(), "AVX2 = 1") != nullptr &&
                            std::strstr(whisper_print_system_info(), "F16C = 1") != nullptr;
    return has;
}

#endif

}  // namespace

void convert_weights(const ggml_fp16_t * from, size_t count, ggml_type type, void * to) {
    size_t done = 0;
    char * bytes = static_cast<char *>(to);
#ifdef STENO_AVX2
    if (processor_has_avx2() && (type == GGML_TYPE_Q8_0 || type == GGML_TYPE_BF16)) {
        done = count - count % block;
        (type == GGML_TYPE_Q8_0 ? to_q8_0 : to_bf16)(from, done, bytes);
        bytes += ggml_row_size(type, static_cast<int64_t>(done));
    }
#endif
    convert_one_by_one(from + done, count - done, type, bytes);
}

}  // namespace steno
