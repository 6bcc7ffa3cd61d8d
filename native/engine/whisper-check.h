#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model-file.h"
#include "whisper-layout.h"

namespace steno {

/// The position of a matrix in a model file, in bytes from its start: its type, a four-byte number, and its data.
struct MatrixPlace {
    uint64_t type;
    uint64_t data;
    uint64_t bytes;   // of the data
    bool in_decoder;  // used for each token, unlike the encoder's and those for the sound
};

/// The contents of a checked model file.
struct ModelSummary {
    ModelDims dims;
    ggml_type weights;  // of the matrices
    uint64_t file_bytes;
    uint64_t weight_bytes;  // of all tensors, without their headers
    std::vector<MatrixPlace> f16_matrices;  // in file order; without convolutions

    /// Models with Whisper's vocabulary of 51864 tokens are English-only.
    bool multilingual() const { return dims.vocab > 51864; }
};

/// Reads the whole structure of the file, without the weights, and verifies everything that whisper.cpp's loader
/// trusts: lengths, names, shapes, types, and that nothing is missing or left over. Rewinds the file. Throws ModelError
/// with a message that says what is wrong.
ModelSummary check_model(ModelFile & file);

/// The language codes the model was trained on, in the order of their tokens; only `en` for English-only models.
std::vector<std::string> model_languages(const ModelSummary & model);

}  // namespace steno
