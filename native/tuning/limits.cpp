// The fastest that each instruction for products goes, on numbers that stay in registers, and memory is read. Nothing is
// faster, so shares of it say how much is left.

#include "limits.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <thread>
#include <vector>

#include "amx.h"

// Microsoft's compiler knows neither the barriers nor the letters of what is measured here; memory it can measure.
#if (defined(__GNUC__) || defined(__clang__)) && defined(__AVX2__) && defined(__FMA__)
#define STENO_VECTORS
#include <immintrin.h>
#endif

namespace steno {

namespace {

using Clock = std::chrono::steady_clock;

constexpr int sums_at_once = 10;  // so many that none is waited for, and all are in registers
constexpr int steps = 4096;
constexpr int tries = 5;  // the best counts: other work only ever takes away
constexpr auto duration = std::chrono::milliseconds(20);
constexpr size_t memory_bytes = 128 << 20;  // beyond every cache

#ifdef STENO_VECTORS

/// Runs `steps` times one instruction for each of some sums. The barrier keeps the compiler from leaving any out.
template <typename Sums, typename Step> void repeat(Sums first, Step step) {
    Sums sums[sums_at_once];
    for (auto & sum : sums) sum = first;
    for (int i = 0; i < steps; i++) {
        for (auto & sum : sums) {
            sum = step(sum);
            __asm__ volatile("" : "+x"(sum));
        }
    }
}

#if defined(__AVX512F__)
constexpr int floats = 16;
void f32_steps() {
    const __m512 one = _mm512_set1_ps(1.0f);
    repeat(_mm512_setzero_ps(), [&](__m512 sum) { return _mm512_fmadd_ps(one, one, sum); });
}
#else
constexpr int floats = 8;
void f32_steps() {
    const __m256 one = _mm256_set1_ps(1.0f);
    repeat(_mm256_setzero_ps(), [&](__m256 sum) { return _mm256_fmadd_ps(one, one, sum); });
}
#endif

#if defined(__AVX512BF16__)
void bf16_steps() {
    const __m512bh ones = reinterpret_cast<__m512bh>(_mm512_set1_epi16(0x3f80));
    repeat(_mm512_setzero_ps(), [&](__m512 sum) { return _mm512_dpbf16_ps(sum, ones, ones); });
}
#endif

/// Products in a register, added to one of the sums. In letters, as GCC 12 keeps whole numbers that are summed in an array in memory.
#define STENO_ADD(products, sum) products "vpaddd %%ymm14, %%ymm" #sum ", %%ymm" #sum "\n"
#define STENO_WHOLE_STEPS(name, products)                                                                             \
    void name() {                                                                                                     \
        for (int i = 0; i < steps; i++) {                                                                             \
            __asm__ volatile(STENO_ADD(products, 0) STENO_ADD(products, 1) STENO_ADD(products, 2)                     \
                             STENO_ADD(products, 3) STENO_ADD(products, 4) STENO_ADD(products, 5)                     \
                             STENO_ADD(products, 6) STENO_ADD(products, 7) STENO_ADD(products, 8)                     \
                             STENO_ADD(products, 9)::                                                                 \
                                 : "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm14"); \
        }                                                                                                             \
    }

#ifndef __AVX512F__
STENO_WHOLE_STEPS(int16_steps, "vpmaddwd %%ymm15, %%ymm15, %%ymm14\n")
#endif

#if defined(__AVX512VNNI__)
constexpr int bytes_at_once = 64;
void int8_steps() {
    const __m512i ones = _mm512_set1_epi8(1);
    repeat(_mm512_setzero_si512(), [&](__m512i sum) { return _mm512_dpbusd_epi32(sum, ones, ones); });
}
#elif defined(__AVXVNNI__)
constexpr int bytes_at_once = 32;
void int8_steps() {
    const __m256i ones = _mm256_set1_epi8(1);
    repeat(_mm256_setzero_si256(), [&](__m256i sum) { return _mm256_dpbusd_avx_epi32(sum, ones, ones); });
}
#else
constexpr int bytes_at_once = 32;
STENO_WHOLE_STEPS(int8_steps, "vpmaddubsw %%ymm15, %%ymm15, %%ymm14\nvpmaddwd %%ymm15, %%ymm14, %%ymm14\n")
#endif

#endif

#ifdef STENO_AMX

constexpr int sums_in_tiles = 6;
constexpr int sums_in_tile = 16 * 16;

/// Runs `steps` times one instruction for each of six sums in tiles.
#define STENO_TILE_STEPS(name, instruction)                                  \
    void name() {                                                           \
        const Tiles tiles;                                                  \
        for (int i = 0; i < steps; i++) {                                   \
            __asm__ volatile(instruction " %tmm7, %tmm6, %tmm0\n"           \
                             instruction " %tmm7, %tmm6, %tmm1\n"           \
                             instruction " %tmm7, %tmm6, %tmm2\n"           \
                             instruction " %tmm7, %tmm6, %tmm3\n"           \
                             instruction " %tmm7, %tmm6, %tmm4\n"           \
                             instruction " %tmm7, %tmm6, %tmm5");           \
        }                                                                   \
    }
STENO_TILE_STEPS(bf16_tile_steps, "tdpbf16ps")
STENO_TILE_STEPS(int8_tile_steps, "tdpbssd")

#endif

/// How often all threads together do something in a second.
double rate(int threads, const std::function<void(int thread)> & once) {
    std::atomic<int64_t> times{0};
    const auto end = Clock::now() + duration;
    const auto start = Clock::now();
    std::vector<std::thread> others;
    const auto work = [&](int thread) {
        do {
            once(thread);
            times++;
        } while (Clock::now() < end);
    };
    for (int i = 1; i < threads; i++) others.emplace_back(work, i);
    work(0);
    for (auto & other : others) other.join();
    return static_cast<double>(times) / std::chrono::duration<double>(Clock::now() - start).count();
}

double best_rate(int threads, const std::function<void(int thread)> & once) {
    double best = 0;
    for (int i = 0; i < tries; i++) best = std::max(best, rate(threads, once));
    return best;
}

[[maybe_unused]] double operations(int threads, void (*some_steps)(), int products_at_once, int sums = sums_at_once) {
    return best_rate(threads, [&](int) { some_steps(); }) * steps * sums * products_at_once * 2 / 1e9;
}

double memory_speed(int threads) {
    std::vector<uint64_t> memory(memory_bytes / sizeof(uint64_t), 1);
    const size_t share = memory.size() / static_cast<size_t>(threads);
    std::vector<uint64_t> sums(static_cast<size_t>(threads) * 8);
    const double times = best_rate(threads, [&](int thread) {
        uint64_t sum = 0;
        const uint64_t * from = memory.data() + share * static_cast<size_t>(thread);
        for (size_t i = 0; i < share; i++) sum += from[i];
        sums[static_cast<size_t>(thread) * 8] += sum;
    });
    const volatile uint64_t kept = sums[0];  // so that nothing is left out
    (void)kept;
    return times * static_cast<double>(share * sizeof(uint64_t)) / 1e9;
}

}  // namespace

Limits measure_limits(int threads) {
    Limits limits;
#ifdef STENO_VECTORS
    limits.f32 = operations(threads, f32_steps, floats);
    limits.int8 = operations(threads, int8_steps, bytes_at_once);
#ifdef __AVX512BF16__
    limits.bf16 = operations(threads, bf16_steps, 32);
#endif
#ifndef __AVX512F__
    limits.int16 = operations(threads, int16_steps, 16);
#endif
#endif
#ifdef STENO_AMX
    if (may_use_tiles()) {
        limits.bf16 = std::max(limits.bf16, operations(threads, bf16_tile_steps, sums_in_tile * 32, sums_in_tiles));
        limits.int8 = std::max(limits.int8, operations(threads, int8_tile_steps, sums_in_tile * 64, sums_in_tiles));
    }
#endif
    limits.memory = memory_speed(threads);
    return limits;
}

}  // namespace steno
