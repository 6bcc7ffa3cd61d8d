#pragma once

// Products of attention.cpp in vectors; attention-amx.h has them in tiles.

#include <algorithm>

#include "attention-packed.h"

namespace steno_attention {

/// Adds the first `count` steps of what multiply_rows() says.
template <int steps, int width, int count>
void add_steps(const Packed * left, const Packed * right, const float * units, float * out) {
    constexpr int vectors = columns_at_once / lanes;
    for (int column = 0; column < width; column += columns_at_once) {
        Sums sums[rows_at_once][vectors];
        for (int row = 0; row < rows_at_once; row++) {
            for (int v = 0; v < vectors; v++) sums[row][v] = Sums{};
        }
        for (int step = 0; step < count; step++) {
            Packed const * from = right + step * width + column;
            for (int row = 0; row < rows_at_once; row++) {
                for (int v = 0; v < vectors; v++) {
                    sums[row][v] = product(all_pairs(left[row * steps + step]), load_pairs(from + v * lanes), sums[row][v]);
                }
            }
        }
        for (int row = 0; row < rows_at_once; row++) {
            for (int v = 0; v < vectors; v++) {
                float * to = out + row * width + column + v * lanes;
                store(to, multiply_add(in_units(sums[row][v]), all(units[row]), load(to)));
            }
        }
    }
}

/// out[row][column] = factor[row] * out[row][column] + unit[row] * the sum over steps of left[row][step] * right[step][column]
template <int steps, int width>
void multiply_rows(const Packed * left, const Packed * right, const float * factors, const float * units, float * out) {
    for (int row = 0; row < rows_at_once; row++) {
        for (int i = row * width; i < (row + 1) * width; i += lanes) {
            store(out + i, factors ? multiply(all(factors[row]), load(out + i)) : zero());
        }
    }
    constexpr int at_once = std::min(steps, steps_summed);
    static_assert(steps % at_once == 0, "no step is left over");
    for (int first = 0; first < steps; first += at_once) {
        add_steps<steps, width, at_once>(left + first, right + first * width, units, out);
    }
}

}  // namespace steno_attention
