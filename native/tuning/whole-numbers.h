#pragma once

// Products in whole numbers, with a factor for each row of numbers and for each output, as CTranslate2 has them: a row is
// multiples of a step that is chosen by its greatest number.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "gelu.h"
#include "packing.h"
#include "products.h"

namespace steno_products {

/// The greatest of their sizes; infinite or no number where one of them is.
inline float greatest(const float * numbers, int count) {
    int32_t most = 0;
    for (int i = 0; i < count; i++) {
        int32_t bits;
        std::memcpy(&bits, numbers + i, sizeof(bits));
        most = std::max(most, bits & 0x7fffffff);  // in the order of the numbers, those that are none last
    }
    float size;
    std::memcpy(&size, &most, sizeof(size));
    return size;
}

/// What one step is if so many lead to the greatest of some numbers. Nothing where all are next to nothing, as its inverse
/// would be infinite; no number where one of them is none or infinite.
inline float step_of(const float * numbers, int count, int steps) {
    constexpr float least = 1e-30f;
    const float most = greatest(numbers, count);
    if (most < least) return 0;
    return std::isfinite(most) ? most / static_cast<float>(steps) : std::numeric_limits<float>::quiet_NaN();
}

/// How many steps a number has for each of its own; none where the step says nothing of it.
inline float steps_each(float step) { return step > 0 ? 1 / step : 0; }

/// What follows a product: a row of it has its bias, GELU, and what is added.
inline void finish_row(const ggml_tensor * op, int row) {
    const int outputs = outputs_of(op->src[0]);
    float * out = reinterpret_cast<float *>(row_of(op, row));
    const auto add = [&](const float * numbers) {
        for (int i = 0; i < outputs; i++) out[i] += numbers[i];
    };
    if (const ggml_tensor * biases = op->src[bias_source]) add(static_cast<const float *>(biases->data));
    if (ggml_get_op_params_i32(op, gelu_parameter)) steno_gelu::gelu(outputs, out, out);
    if (const ggml_tensor * before = op->src[residual_source]) add(reinterpret_cast<const float *>(row_of(before, row)));
}

}  // namespace steno_products
