#include "whisper-check.h"

#include <unordered_map>

#include "tensor-header.h"
#include "whisper.h"

namespace steno {

namespace {

constexpr uint32_t file_magic = 0x67676d6c;  // "ggml"
constexpr int32_t quantization_version_factor = 1000;
constexpr int32_t max_layers = 64;
constexpr int32_t max_width = 2048;
constexpr uint32_t max_token_bytes = 1024;
constexpr int32_t first_special_token = 50257;

ModelDims read_dims(ModelFile & file) {
    require(file.number<uint32_t>("the header") == file_magic, "This is not a ggml Whisper model (bad magic)");
    ModelDims dims{};
    for (int32_t * field : {&dims.vocab, &dims.audio_ctx, &dims.audio_state, &dims.audio_head, &dims.audio_layer,
                            &dims.text_ctx, &dims.text_state, &dims.text_head, &dims.text_layer, &dims.mels,
                            &dims.ftype}) {
        *field = file.number<int32_t>("the header");
    }
    require(dims.ftype >= 0, "The weight type is negative");
    dims.ftype %= quantization_version_factor;
    return dims;
}

void check_width(int32_t state, int32_t heads, int32_t layers, const std::string & part) {
    require(layers >= 1 && layers <= max_layers, "The number of " + part + " layers is out of range");
    require(state >= 1 && state <= max_width, "The width of the " + part + " is out of range");
    require(heads >= 1 && heads <= state && state % heads == 0,
            "The width of the " + part + " is not a multiple of its heads");
    const int32_t head_width = state / heads;
    require(head_width % 8 == 0 && head_width <= 256, "The head width of the " + part + " is not supported");
}

void check_dims(const ModelDims & dims) {
    // Whisper's three vocabularies; the size determines the ids of the special tokens.
    require(dims.vocab >= 51864 && dims.vocab <= 51866, "The vocabulary size is not one of Whisper's");
    require(dims.audio_ctx == 1500, "The audio context is not Whisper's 1500 frames");
    require(dims.text_ctx == 448, "The text context is not Whisper's 448 tokens");
    require(dims.mels == 80 || dims.mels == 128, "The number of mel bands is neither 80 nor 128");
    check_width(dims.audio_state, dims.audio_head, dims.audio_layer, "encoder");
    check_width(dims.text_state, dims.text_head, dims.text_layer, "decoder");
    require(dims.text_state == dims.audio_state, "The encoder and the decoder have different widths");
}

ggml_type check_weight_type(const ModelDims & dims) {
    const ggml_type type = weight_type(dims.ftype);
    require(type != GGML_TYPE_COUNT, "The weight type " + std::to_string(dims.ftype) + " is unknown");
    require(dims.audio_state % ggml_blck_size(type) == 0,
            std::string("The width is not a multiple of the block size of ") + ggml_type_name(type));
    return type;
}

void check_filters(ModelFile & file, const ModelDims & dims) {
    require(file.number<int32_t>("the mel filters") == dims.mels, "The mel filters have another number of bands");
    const int32_t bins = file.number<int32_t>("the mel filters");
    require(bins == 201, "The mel filters do not have 201 bins");
    file.skip(static_cast<uint64_t>(dims.mels) * static_cast<uint64_t>(bins) * sizeof(float), "the mel filters");
}

void check_vocabulary(ModelFile & file) {
    const int32_t count = file.number<int32_t>("the vocabulary");
    // Special tokens have no text in the file; text in their place would be output as a word.
    require(count >= 1 && count <= first_special_token + 1, "The vocabulary has an impossible number of tokens");
    bool has_space = false;
    std::string text;
    for (int32_t i = 0; i < count; i++) {
        const uint32_t bytes = file.number<uint32_t>("the vocabulary");
        require(bytes <= max_token_bytes, "A token of the vocabulary is too long");
        text.resize(bytes);
        file.read(text.data(), bytes, "the vocabulary");
        has_space = has_space || text == " ";
    }
    // whisper.cpp looks this token up without checking when it suppresses blanks.
    require(has_space, "The vocabulary has no token for a space");
}

uint64_t tensor_bytes(const TensorSpec & spec) {
    return static_cast<uint64_t>(ggml_row_size(spec.type, spec.shape[0])) * static_cast<uint64_t>(spec.shape[1]) *
           static_cast<uint64_t>(spec.shape[2]);
}

/// As tuning/decoder-weights.h has it.
bool is_in_decoder(const std::string & name) {
    const bool is_cross = name.find("cross_attn.key.") != std::string::npos || name.find("cross_attn.value.") != std::string::npos;
    return name.rfind("decoder.", 0) == 0 && !is_cross;
}

/// Checks one tensor and returns its size in bytes; an f16 matrix is added to `matrices`.
uint64_t check_tensor(ModelFile & file, std::unordered_map<std::string, TensorSpec> & expected,
                      std::vector<MatrixPlace> & matrices) {
    const TensorHeader header = read_tensor_header(file, 1);
    const auto found = expected.find(header.name);
    require(found != expected.end(), "A tensor is unknown or there twice");
    const TensorSpec & spec = found->second;
    const std::array<int64_t, 4> shape = {spec.shape[0], spec.shape[1], spec.shape[2], 1};
    require(header.shape == shape, "The tensor " + spec.name + " has the wrong shape");
    require(header.type == static_cast<int32_t>(spec.type), "The tensor " + spec.name + " has the wrong type");
    const uint64_t bytes = tensor_bytes(spec);
    const bool convolution = spec.shape[2] > 1;
    if (spec.type == GGML_TYPE_F16 && !convolution) {
        matrices.push_back({header.type_position, file.position(), bytes, is_in_decoder(spec.name)});
    }
    file.skip(bytes, "the weights");
    expected.erase(found);
    return bytes;
}

}  // namespace

ModelSummary check_model(ModelFile & file) {
    file.rewind();
    const ModelDims dims = read_dims(file);
    check_dims(dims);
    const ggml_type weights = check_weight_type(dims);
    check_filters(file, dims);
    check_vocabulary(file);

    std::unordered_map<std::string, TensorSpec> expected;
    for (TensorSpec & spec : model_layout(dims, weights)) expected.emplace(spec.name, spec);
    uint64_t weight_bytes = 0;
    std::vector<MatrixPlace> matrices;
    while (file.remaining() > 0) weight_bytes += check_tensor(file, expected, matrices);
    if (!expected.empty()) {
        throw ModelError("model_invalid", "The tensor " + expected.begin()->first + " is missing");
    }
    file.rewind();
    return {dims, weights, file.size(), weight_bytes, std::move(matrices)};
}

std::vector<std::string> model_languages(const ModelSummary & model) {
    if (!model.multilingual()) return {"en"};
    const int count = model.dims.vocab - 51766;
    std::vector<std::string> codes;
    for (int i = 0; i < count; i++) codes.emplace_back(whisper_lang_str(i));
    return codes;
}

}  // namespace steno
