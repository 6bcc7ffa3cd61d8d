#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "ggml.h"

namespace steno {

/// The hyperparameters at the start of a Parakeet TDT model file, in file order.
struct ParakeetDims {
    int32_t vocab;         // without the blank token, which follows it
    int32_t audio_ctx;     // frames of 10 ms that the encoder's memory is laid out for
    int32_t audio_state;
    int32_t audio_head;
    int32_t audio_layer;
    int32_t mels;
    int32_t ftype;
    int32_t fft;
    int32_t subsampling;
    int32_t subsampling_channels;
    int32_t conv_kernel;
    int32_t pred_dim;
    int32_t pred_layers;
    int32_t durations;
    int32_t max_tokens;    // per encoder frame
};

/// A tensor that a Parakeet model must contain. `shape` is innermost first, unused dimensions are 1.
struct ParakeetTensor {
    std::string name;
    std::array<int64_t, 4> shape;
    ggml_type type;
};

/// Every tensor of a model with these dimensions, as parakeet.cpp creates them when it loads one.
std::vector<ParakeetTensor> parakeet_layout(const ParakeetDims & dims, ggml_type weights);

/// The numbers that enter the encoder after the convolutions, which make eight mel bands one.
int64_t subsampled_features(const ParakeetDims & dims);

/// `parakeet-tdt-0.6b`, or `custom` for any other shape.
std::string parakeet_type(const ParakeetDims & dims);

}  // namespace steno
