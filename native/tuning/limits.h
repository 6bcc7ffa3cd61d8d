#pragma once

namespace steno {

/// What this processor can do with some threads, in thousand millions of operations (a multiplication and an addition
/// are two) and of bytes per second. 0 where it has no instruction for a type.
struct Limits {
    double f32 = 0;
    double bf16 = 0;
    double int16 = 0;
    double int8 = 0;
    double memory = 0;
};

/// Measured in about half a second. Compiled with the instructions that ggml is.
Limits measure_limits(int threads);

}  // namespace steno
