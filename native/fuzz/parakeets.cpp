#include "model-bytes.h"
#include "model-format.h"
#include "whisper-layout.h"
#include "parakeet-check.h"
#include "parakeet-segments.h"

namespace fuzz {

namespace {

void add_bytes(Model & model, uint64_t bytes) { model.bytes.append(bytes, '\0'); }

void add_tensor(Model & model, const steno::ParakeetTensor & tensor) {
    add(model, 4);
    add(model, static_cast<int32_t>(tensor.name.size()));
    add(model, static_cast<int32_t>(tensor.type));
    for (const int64_t size : tensor.shape) add(model, static_cast<int32_t>(size));
    model.places.push_back(model.bytes.size());
    model.bytes += tensor.name;
    const uint64_t rows = static_cast<uint64_t>(tensor.shape[1] * tensor.shape[2] * tensor.shape[3]);
    add_bytes(model, ggml_row_size(tensor.type, tensor.shape[0]) * rows);
}

/// A valid model with one layer, the least width that its weight type allows and three tokens.
Model sound_model(int32_t ftype) {
    const int32_t width = 32;
    const steno::ParakeetDims dims{3, 3001, width, 2, 1, 8, ftype, 16, 8, width, 3, 5, 1, 2, 5};
    Model model;
    add(model, 0x67676d6cu);
    for (const int32_t field : {dims.vocab, dims.audio_ctx, dims.audio_state, dims.audio_head, dims.audio_layer,
                                dims.mels, dims.ftype, dims.fft, dims.subsampling, dims.subsampling_channels,
                                dims.conv_kernel, dims.pred_dim, dims.pred_layers, dims.durations, dims.max_tokens}) {
        add(model, field);
    }
    const int32_t bins = dims.fft / 2 + 1;
    add(model, dims.mels);
    add(model, bins);
    add_bytes(model, static_cast<uint64_t>(dims.mels * bins) * sizeof(float));
    add(model, dims.fft);
    add_bytes(model, static_cast<uint64_t>(dims.fft) * sizeof(float));
    for (int32_t duration = 0; duration < dims.durations; duration++) add(model, duration);
    add(model, dims.vocab);
    for (const char * token : {"<unk>", "a", "b"}) {
        add(model, static_cast<int32_t>(std::string(token).size()));
        model.bytes += token;
    }
    for (const steno::ParakeetTensor & tensor : steno::parakeet_layout(dims, steno::weight_type(ftype))) {
        add_tensor(model, tensor);
    }
    return model;
}

void look_at(steno::ModelFile & file, const std::string & bytes) {
    if (steno::model_architecture(file) != steno::Architecture::parakeet) return;
    const steno::ParakeetSummary model = steno::check_parakeet(file);
    require(model.file_bytes == bytes.size() && model.weight_bytes < bytes.size(), "it is as long as the file");
    require(!steno::parakeet_languages(model).empty(), "it knows a language");
}

/// Tokens at any times, as damaged weights might give them.
void time_pieces(Chance & chance) {
    static const std::vector<std::string> pieces = {"\xE2\x96\x81" "a", "b", ".", "<unk>", "<|en|>", "\xE2\x96", "\xFF", ""};
    const int64_t window = static_cast<int64_t>(chance.below(30'001));
    std::vector<steno::TranscribedPiece> transcribed;
    for (size_t count = chance.below(30); count > 0; count--) {
        const int64_t start = static_cast<int64_t>(chance.below(40'000)) - 1'000;
        transcribed.push_back({0, chance.of(pieces), start, start + static_cast<int64_t>(chance.below(3'000)) - 500, 0.5});
    }
    int64_t last = 0;
    for (const auto & segment : steno::parakeet_segments(transcribed, window)) {
        require(!segment.empty(), "no segment is empty");
        for (const steno::SpokenPiece & piece : segment) {
            require(piece.start_ms >= last && piece.end_ms >= piece.start_ms && piece.end_ms <= window, "times are in order");
            require(!piece.text.empty(), "every token has text");
            last = piece.end_ms;
        }
    }
}

}  // namespace

void check_parakeets(Chance & chance, const std::string & scratch_file) {
    // f32, f16, q4_0, q8_0 and bf16.
    static const std::vector<Model> sound = {sound_model(0), sound_model(1), sound_model(2), sound_model(7),
                                             sound_model(24)};
    static bool tried = false;
    damage_one(sound, tried, chance, scratch_file, look_at);
    time_pieces(chance);
}

}  // namespace fuzz
