#pragma once

#include <cstdint>

namespace steno_products {

/// So many outputs and rows has a tile, whose sums are in registers.
constexpr int outputs_of_tile = 16;
constexpr int rows_of_tile = 6;
constexpr int rows_of_low_tile = 4;

/// Whether this processor multiplies whole numbers of 16 bits faster than F32: with AVX2, two in an instruction, where it has
/// no wider vectors for F32.
bool has_int16_kernel();

/// Each number times a factor, rounded to a whole one of at most 16 bits.
void to_int16(const float * numbers, int count, float factor, int16_t * to);

/// out[rows][outputs_of_tile] = numbers[rows][inputs] × weights[inputs / 2][outputs_of_tile][2], times the steps of rows and
/// outputs. An even number of inputs; rows as above, one every `inputs` numbers and every `stride` of the results; weights at
/// a multiple of 32 bytes.
struct Tile {
    const int16_t * numbers;
    const int16_t * weights;
    int inputs;
    const float * row_steps;
    const float * output_steps;
    float * out;
    int64_t stride;
};
void multiply_tile(const Tile & tile, int rows);

}  // namespace steno_products
