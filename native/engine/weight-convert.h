#pragma once

#include <cstddef>

#include "ggml.h"

namespace steno {

/// f16 weights in another type, BF16 or Q8_0 (whole blocks of 32). The bytes are those of ggml's own conversion, which
/// takes one number at a time: with AVX2 it is a tenth of the time, seconds for a large model.
void convert_weights(const ggml_fp16_t * from, size_t count, ggml_type type, void * to);

}  // namespace steno
