#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "ggml.h"

namespace steno {

/// The hyperparameters at the start of a Whisper model file, in file order.
struct ModelDims {
    int32_t vocab;
    int32_t audio_ctx;
    int32_t audio_state;
    int32_t audio_head;
    int32_t audio_layer;
    int32_t text_ctx;
    int32_t text_state;
    int32_t text_head;
    int32_t text_layer;
    int32_t mels;
    int32_t ftype;
};

/// A tensor that a model must contain. `shape` is innermost first, unused dimensions are 1.
struct TensorSpec {
    std::string name;
    std::array<int64_t, 3> shape;
    ggml_type type;
};

/// The type of the matrices for a file's `ftype` (without its quantization version), or GGML_TYPE_COUNT if no tool
/// writes Whisper models of that type.
ggml_type weight_type(int32_t ftype);

/// Every tensor of a model with these dimensions, as whisper.cpp creates them when it loads one.
std::vector<TensorSpec> model_layout(const ModelDims & dims, ggml_type weights);

/// `tiny`, `base`, `small`, `medium`, `large`, `large-turbo`, or `custom` for any other shape.
std::string model_type(const ModelDims & dims);

}  // namespace steno
