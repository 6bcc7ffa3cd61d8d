#pragma once

#include <string>
#include <vector>

#include "model-file.h"
#include "parakeet-layout.h"

namespace steno {

/// The contents of a checked Parakeet file.
struct ParakeetSummary {
    ParakeetDims dims;
    ggml_type weights;  // of the matrices
    uint64_t file_bytes;
    uint64_t weight_bytes;  // of all tensors, without their headers

    /// The multilingual models share a vocabulary of 8192 tokens; the English ones have another.
    bool multilingual() const { return dims.vocab == 8192; }
};

/// Reads the whole structure of the file, without the weights, and verifies everything that parakeet.cpp's loader and
/// decoder trust: the dimensions and how they fit together, the durations, the vocabulary, and every tensor's name, shape,
/// type and length. Rewinds the file. Throws ModelError with a message that says what is wrong.
ParakeetSummary check_parakeet(ModelFile & file);

/// The codes of the languages the model was trained on; the file itself does not say.
std::vector<std::string> parakeet_languages(const ParakeetSummary & model);

}  // namespace steno
