#include "parakeet-check.h"

#include <unordered_map>

#include "whisper-layout.h"
#include "tensor-header.h"

namespace steno {

namespace {

constexpr int32_t quantization_version_factor = 1000;
constexpr int32_t max_vocabulary = 16384;
constexpr uint32_t max_token_bytes = 1024;
// parakeet.cpp lays out its memory for this many frames, so a window of 30 s must fit; it has 5000.
constexpr int32_t min_frames = 3001;
constexpr int32_t max_frames = 10000;
constexpr int32_t max_layers = 48;
constexpr int32_t max_width = 2048;
// Three convolutions that halve the time are part of parakeet.cpp's graph.
constexpr int32_t subsampling = 8;
// parakeet.cpp has no room for the tensors of more.
constexpr int32_t max_prediction_layers = 2;
constexpr uint32_t max_duration = 64;

bool within(int32_t value, int32_t low, int32_t high) { return value >= low && value <= high; }
bool is_power_of_two(int32_t value) { return value > 0 && (value & (value - 1)) == 0; }

ParakeetDims read_dims(ModelFile & file) {
    file.skip(sizeof(uint32_t), "the header");
    ParakeetDims dims{};
    for (int32_t * field : {&dims.vocab, &dims.audio_ctx, &dims.audio_state, &dims.audio_head, &dims.audio_layer,
                            &dims.mels, &dims.ftype, &dims.fft, &dims.subsampling, &dims.subsampling_channels,
                            &dims.conv_kernel, &dims.pred_dim, &dims.pred_layers, &dims.durations, &dims.max_tokens}) {
        *field = file.number<int32_t>("the header");
    }
    require(dims.ftype >= 0, "The weight type is negative");
    dims.ftype %= quantization_version_factor;
    return dims;
}

void check_encoder(const ParakeetDims & dims) {
    require(within(dims.audio_layer, 1, max_layers), "The number of encoder layers is out of range");
    require(within(dims.audio_state, 8, max_width) && dims.audio_state % 8 == 0,
            "The width of the encoder is out of range");
    require(within(dims.audio_head, 1, dims.audio_state) && dims.audio_state % dims.audio_head == 0,
            "The width of the encoder is not a multiple of its heads");
    require(dims.subsampling == subsampling, "The encoder does not make eight frames one");
    require(within(dims.subsampling_channels, 1, max_width), "The number of subsampling channels is out of range");
    require(within(dims.conv_kernel, 3, 63) && dims.conv_kernel % 2 == 1,
            "The width of the convolutions is not an odd number in range");
}

void check_dims(const ParakeetDims & dims) {
    // Any header that is not Whisper's comes here, so the first sentence names both.
    require(within(dims.vocab, 1, max_vocabulary), "This is neither a Whisper nor a Parakeet model (vocabulary size)");
    require(within(dims.audio_ctx, min_frames, max_frames), "The audio context is out of range");
    require(within(dims.mels, subsampling, 256) && dims.mels % subsampling == 0,
            "The number of mel bands is not a multiple of eight in range");
    require(within(dims.fft, 16, 4096) && is_power_of_two(dims.fft), "The FFT size is not a power of two in range");
    check_encoder(dims);
    require(within(dims.pred_dim, 1, max_width), "The width of the prediction network is out of range");
    require(within(dims.pred_layers, 1, max_prediction_layers), "The number of prediction layers is out of range");
    require(within(dims.durations, 1, 32), "The number of durations is out of range");
    require(within(dims.max_tokens, 1, 100), "The number of tokens per frame is out of range");
}

ggml_type check_weight_type(const ParakeetDims & dims) {
    const ggml_type type = weight_type(dims.ftype);
    require(type != GGML_TYPE_COUNT, "The weight type " + std::to_string(dims.ftype) + " is unknown");
    const int64_t block = ggml_blck_size(type);
    require(dims.audio_state % block == 0 && subsampled_features(dims) % block == 0,
            std::string("The width is not a multiple of the block size of ") + ggml_type_name(type));
    return type;
}

void check_spectrogram(ModelFile & file, const ParakeetDims & dims) {
    const char * filters = "the mel filters";
    require(file.number<int32_t>(filters) == dims.mels, "The mel filters have another number of bands");
    const int32_t bins = file.number<int32_t>(filters);
    require(bins == dims.fft / 2 + 1, "The mel filters do not fit the FFT size");
    file.skip(static_cast<uint64_t>(dims.mels) * static_cast<uint64_t>(bins) * sizeof(float), filters);
    const int32_t window = file.number<int32_t>("the window function");
    require(within(window, 1, dims.fft), "The window function is longer than the FFT");
    file.skip(static_cast<uint64_t>(window) * sizeof(float), "the window function");
    for (int32_t i = 0; i < dims.durations; i++) {
        require(file.number<uint32_t>("the durations") <= max_duration, "A duration is out of range");
    }
}

void check_vocabulary(ModelFile & file, const ParakeetDims & dims) {
    // parakeet.cpp counts the tokens of the file to find the blank token among the model's outputs.
    require(file.number<int32_t>("the vocabulary") == dims.vocab, "The vocabulary has another number of tokens");
    for (int32_t i = 0; i < dims.vocab; i++) {
        const uint32_t bytes = file.number<uint32_t>("the vocabulary");
        require(bytes <= max_token_bytes, "A token of the vocabulary is too long");
        file.skip(bytes, "the vocabulary");
    }
}

/// Checks one tensor and returns its size in bytes.
uint64_t check_tensor(ModelFile & file, std::unordered_map<std::string, ParakeetTensor> & expected) {
    // NeMo's converter writes a count of one number without dimensions.
    const TensorHeader header = read_tensor_header(file, 0);
    const auto found = expected.find(header.name);
    require(found != expected.end(), "A tensor is unknown or there twice");
    const ParakeetTensor & spec = found->second;
    require(header.shape == spec.shape, "The tensor " + spec.name + " has the wrong shape");
    // The converter writes that count as f32; parakeet.cpp never computes with it.
    const bool is_count = spec.type == GGML_TYPE_I32 && header.type == static_cast<int32_t>(GGML_TYPE_F32);
    require(is_count || header.type == static_cast<int32_t>(spec.type),
            "The tensor " + spec.name + " has the wrong type");
    const uint64_t rows = static_cast<uint64_t>(spec.shape[1] * spec.shape[2] * spec.shape[3]);
    const uint64_t bytes = static_cast<uint64_t>(ggml_row_size(spec.type, spec.shape[0])) * rows;
    file.skip(bytes, "the weights");
    expected.erase(found);
    return bytes;
}

}  // namespace

ParakeetSummary check_parakeet(ModelFile & file) {
    file.rewind();
    const ParakeetDims dims = read_dims(file);
    check_dims(dims);
    const ggml_type weights = check_weight_type(dims);
    check_spectrogram(file, dims);
    check_vocabulary(file, dims);

    std::unordered_map<std::string, ParakeetTensor> expected;
    for (ParakeetTensor & tensor : parakeet_layout(dims, weights)) expected.emplace(tensor.name, tensor);
    uint64_t weight_bytes = 0;
    while (file.remaining() > 0) weight_bytes += check_tensor(file, expected);
    if (!expected.empty()) {
        throw ModelError("model_invalid", "The tensor " + expected.begin()->first + " is missing");
    }
    file.rewind();
    return {dims, weights, file.size(), weight_bytes};
}

std::vector<std::string> parakeet_languages(const ParakeetSummary & model) {
    if (!model.multilingual()) return {"en"};
    return {"bg", "hr", "cs", "da", "nl", "en", "et", "fi", "fr", "de", "el", "hu", "it",
            "lv", "lt", "mt", "pl", "pt", "ro", "sk", "sl", "es", "sv", "ru", "uk"};
}

}  // namespace steno
