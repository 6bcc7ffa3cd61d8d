#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model-file.h"
#include "model-layout.h"

namespace steno {

/// Where a matrix lies in a model file, in bytes from its start: its type, a number of four bytes, and its data.
struct MatrixPlace {
    uint64_t type;
    uint64_t data;
    uint64_t bytes;  // of the data
};

/// What a checked model file holds.
struct ModelSummary {
    ModelDims dims;
    ggml_type weights;  // of the matrices
    uint64_t file_bytes;
    uint64_t weight_bytes;  // of all tensors, without their headers
    std::vector<MatrixPlace> f16_matrices;  // in file order; convolutions are none

    /// Models with Whisper's 51864-token vocabulary know English only.
    bool multilingual() const { return dims.vocab > 51864; }
};

/// Reads the whole structure of the file, without the weights, and proves everything that whisper.cpp's loader
/// takes on trust: lengths, names, shapes, types, and that nothing is missing or left over. Rewinds the file.
/// Throws ModelError with a sentence naming what is wrong.
ModelSummary check_model(ModelFile & file);

/// The language codes the model was trained on, in the order of their tokens; `en` alone for English models.
std::vector<std::string> model_languages(const ModelSummary & model);

}  // namespace steno
