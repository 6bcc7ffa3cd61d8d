#pragma once

// Products of attention.cpp with AMX, whose tiles take numbers packed as attention-packed.h packs them.

#include <immintrin.h>

#include "amx.h"
#include "attention-packed.h"

namespace steno_attention {

static_assert(rows_at_once == 32, "two tiles of rows");

/// Keeps the compiler from moving what tiles read and write, which it does not see.
inline void fence() { __asm__ volatile("" : : : "memory"); }

/// out[row][column] = factor[row] * out[row][column] + the sum over steps of left[row][step] * right[step][column], all in BF16.
/// On a thread that has steno::Tiles: 0 to 3 are sums, 4 and 5 the left side's rows, 6 and 7 the right side's columns.
template <int steps, int width>
void multiply_rows(const Packed * left, const Packed * right, const float * factors, const float *, float * out) {
    constexpr int tile = 16;  // rows, and columns and packed numbers in one
    for (int row = 0; factors && row < rows_at_once; row++) {
        float * sums = out + row * width;
        for (int i = 0; i < width; i += lanes) store(sums + i, multiply(all(factors[row]), load(sums + i)));
    }
    fence();
    constexpr long out_bytes = width * sizeof(float);
    for (int column = 0; column < width; column += 2 * tile) {
        float * to = out + column;
        float * below = to + tile * width;
        if (factors) {
            _tile_loadd(0, to, out_bytes);
            _tile_loadd(1, to + tile, out_bytes);
            _tile_loadd(2, below, out_bytes);
            _tile_loadd(3, below + tile, out_bytes);
        } else {
            _tile_zero(0);
            _tile_zero(1);
            _tile_zero(2);
            _tile_zero(3);
        }
        for (int step = 0; step < steps; step += tile) {
            const Packed * columns = right + step * width + column;
            _tile_loadd(4, left + step, steps * sizeof(Packed));
            _tile_loadd(5, left + tile * steps + step, steps * sizeof(Packed));
            _tile_loadd(6, columns, width * sizeof(Packed));
            _tile_loadd(7, columns + tile, width * sizeof(Packed));
            _tile_dpbf16ps(0, 4, 6);
            _tile_dpbf16ps(1, 4, 7);
            _tile_dpbf16ps(2, 5, 6);
            _tile_dpbf16ps(3, 5, 7);
        }
        _tile_stored(0, to, out_bytes);
        _tile_stored(1, to + tile, out_bytes);
        _tile_stored(2, below, out_bytes);
        _tile_stored(3, below + tile, out_bytes);
    }
    fence();
}

}  // namespace steno_attention
