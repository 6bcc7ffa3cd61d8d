#include "weight-reader.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <stdexcept>

#include "backends.h"
#include "weight-convert.h"
#include "whisper.h"

namespace steno {

namespace {

// After the magic and ten dimensions.
constexpr uint64_t ftype_position = 44;
constexpr size_t chunk = 4096;  // numbers; blocks of quantized types divide it

void write_number(void * output, int32_t number) { std::memcpy(output, &number, sizeof(number)); }

bool processor_has_bf16() { return std::strstr(whisper_print_system_info(), "AVX512_BF16 = 1") != nullptr; }

Precision best_precision() {
    if (processor_has_bf16()) return Precision::bf16;
    if (has_products(GGML_TYPE_I8)) return Precision::int8;
    return has_products(GGML_TYPE_I16) ? Precision::int16 : Precision::f16;
}

}  // namespace

const char * type_name(ggml_type type) {
    if (type == GGML_TYPE_I8) return "int8";
    return type == GGML_TYPE_I16 ? "int16" : ggml_type_name(type);
}

WeightTypes weight_types(Precision precision, Switch decoder_q8) {
    if (precision == Precision::automatic) precision = best_precision();
    if (precision == Precision::int8 && !has_products(GGML_TYPE_I8)) {
        throw std::invalid_argument("--precision int8 needs oneDNN, and a processor with VNNI");
    }
    if (precision == Precision::int16 && !has_products(GGML_TYPE_I16)) {
        throw std::invalid_argument("--precision int16 needs a processor with AVX2 and without AVX512, and an engine built with oneDNN");
    }
    WeightTypes types;
    if (precision == Precision::bf16) types.encoder = types.decoder = GGML_TYPE_BF16;
    if (precision == Precision::int8) types.encoder = GGML_TYPE_I8;
    if (precision == Precision::int16) types.encoder = GGML_TYPE_I16;
    if (decoder_q8 != Switch::off) types.decoder = GGML_TYPE_Q8_0;
    return types;
}

WeightReader::WeightReader(ModelFile & file, const ModelSummary & model, const WeightTypes & types)
    : file_(file), matrices_(model.f16_matrices), types_(types) {}

size_t WeightReader::read(void * output, size_t bytes) {
    const uint64_t position = file_.position();
    if (converted_ < matrices_.size() && position == matrices_[converted_].data) {
        return read_matrix(matrices_[converted_], output, bytes);
    }
    const size_t got = file_.read_some(output, bytes);
    const bool is_number = bytes == sizeof(int32_t);
    if (is_number && position == ftype_position && types_.encoder == GGML_TYPE_BF16) {
        write_number(output, GGML_FTYPE_MOSTLY_BF16);
    }
    if (is_number && converted_ < matrices_.size() && position == matrices_[converted_].type) {
        write_number(output, type_of(matrices_[converted_]));
    }
    return got;
}

size_t WeightReader::read_matrix(const MatrixPlace & matrix, void * output, size_t bytes) {
    const ggml_type type = type_of(matrix);
    const size_t count = matrix.bytes / sizeof(ggml_fp16_t);
    if (bytes != ggml_row_size(type, static_cast<int64_t>(count))) return file_.read_some(output, bytes);
    converted_++;
    if (type == GGML_TYPE_F16) return file_.read_some(output, bytes);
    std::array<ggml_fp16_t, chunk> numbers;
    char * to = static_cast<char *>(output);
    for (size_t at = 0; at < count; at += chunk) {
        const size_t some = std::min(chunk, count - at);
        file_.read_some(numbers.data(), some * sizeof(ggml_fp16_t));
        convert_weights(numbers.data(), some, type, to);
        to += ggml_row_size(type, static_cast<int64_t>(some));
    }
    return bytes;
}

void WeightReader::require_converted() const {
    if (converted_ != matrices_.size()) {
        throw ModelError("model_invalid", "The model's weights could not be converted; use --precision f16 --decoder-q8 off");
    }
}

}  // namespace steno
