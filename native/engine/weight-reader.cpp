#include "weight-reader.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "whisper.h"

namespace steno {

namespace {

// After the magic and ten dimensions.
constexpr uint64_t ftype_position = 44;
constexpr int64_t chunk = 4096;

void write_number(void * output, int32_t number) { std::memcpy(output, &number, sizeof(number)); }

/// Both take two bytes; BF16 has less precision and more range, so nothing overflows.
void convert(void * numbers, uint64_t bytes) {
    std::array<float, chunk> wide;
    const int64_t count = static_cast<int64_t>(bytes / sizeof(ggml_fp16_t));
    for (int64_t at = 0; at < count; at += chunk) {
        const int64_t some = std::min(chunk, count - at);
        ggml_fp16_to_fp32_row(static_cast<const ggml_fp16_t *>(numbers) + at, wide.data(), some);
        ggml_fp32_to_bf16_row(wide.data(), static_cast<ggml_bf16_t *>(numbers) + at, some);
    }
}

}  // namespace

bool processor_has_bf16() { return std::strstr(whisper_print_system_info(), "AVX512_BF16 = 1") != nullptr; }

WeightReader::WeightReader(ModelFile & file, const ModelSummary & model, bool to_bf16)
    : file_(file), matrices_(model.f16_matrices), to_bf16_(to_bf16) {}

size_t WeightReader::read(void * output, size_t bytes) {
    const uint64_t position = file_.position();
    const size_t got = file_.read_some(output, bytes);
    if (!to_bf16_) return got;
    if (position == ftype_position && bytes == sizeof(int32_t)) write_number(output, GGML_FTYPE_MOSTLY_BF16);
    if (converted_ == matrices_.size()) return got;
    const MatrixPlace & next = matrices_[converted_];
    if (position == next.type && bytes == sizeof(int32_t)) write_number(output, GGML_TYPE_BF16);
    if (position == next.data && bytes == next.bytes) {
        convert(output, bytes);
        converted_++;
    }
    return got;
}

void WeightReader::require_converted() const {
    if (to_bf16_ && converted_ != matrices_.size()) {
        throw ModelError("model_invalid", "The model could not be turned into BF16; use --bf16 off");
    }
}

}  // namespace steno
