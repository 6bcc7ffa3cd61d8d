#include "model-bytes.h"
#include "whisper-check.h"

namespace fuzz {

namespace {

uint64_t bytes_of(const steno::TensorSpec & tensor) {
    return ggml_row_size(tensor.type, tensor.shape[0]) * static_cast<uint64_t>(tensor.shape[1] * tensor.shape[2]);
}

void add_tensor(Model & model, const steno::TensorSpec & tensor) {
    const int32_t dimensions = tensor.shape[2] > 1 ? 3 : tensor.shape[1] > 1 ? 2 : 1;
    add(model, dimensions);
    add(model, static_cast<int32_t>(tensor.name.size()));
    add(model, static_cast<int32_t>(tensor.type));
    for (int32_t i = 0; i < dimensions; i++) add(model, static_cast<int32_t>(tensor.shape[static_cast<size_t>(i)]));
    model.places.push_back(model.bytes.size());
    model.bytes += tensor.name;
    model.bytes.append(bytes_of(tensor), '\0');
}

/// The smallest valid model: one layer, the least width that its weight type allows, a vocabulary of two.
Model sound_model(int32_t ftype) {
    const ggml_type weights = steno::weight_type(ftype);
    const int32_t width = std::max<int32_t>(8, static_cast<int32_t>(ggml_blck_size(weights)));
    const steno::ModelDims dims{51864, 1500, width, 1, 1, 448, width, 1, 1, 80, ftype};
    Model model;
    add(model, 0x67676d6cu);
    for (const int32_t field : {dims.vocab, dims.audio_ctx, dims.audio_state, dims.audio_head, dims.audio_layer,
                                dims.text_ctx, dims.text_state, dims.text_head, dims.text_layer, dims.mels, dims.ftype}) {
        add(model, field);
    }
    add(model, dims.mels);
    add(model, 201);
    model.bytes.append(static_cast<size_t>(dims.mels) * 201 * sizeof(float), '\0');
    add(model, 2);
    for (const char * token : {" ", "word"}) {
        add(model, static_cast<int32_t>(std::string(token).size()));
        model.bytes += token;
    }
    for (const steno::TensorSpec & tensor : steno::model_layout(dims, weights)) add_tensor(model, tensor);
    return model;
}

void look_at(const steno::ModelSummary & model, const std::string & bytes) {
    require(model.file_bytes == bytes.size() && model.weight_bytes < bytes.size(), "it is as long as the file");
    for (const steno::MatrixPlace & matrix : model.f16_matrices) {
        require(matrix.type + 4 <= matrix.data && matrix.data + matrix.bytes <= bytes.size(), "matrices lie in the file");
    }
    require(!steno::model_languages(model).empty(), "it knows a language");
}

}  // namespace

void check_models(Chance & chance, const std::string & scratch_file) {
    // f32, f16, q4_0, q8_0 and bf16; ggml's larger blocks would make larger files.
    static const std::vector<Model> sound = {sound_model(0), sound_model(1), sound_model(2), sound_model(7),
                                             sound_model(24)};
    static bool tried = false;
    damage_one(sound, tried, chance, scratch_file, [](steno::ModelFile & file, const std::string & bytes) {
        look_at(steno::check_model(file), bytes);
    });
}

}  // namespace fuzz
