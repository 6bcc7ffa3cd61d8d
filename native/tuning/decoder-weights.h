#pragma once

// Included before everything else in whisper.cpp (native/CMakeLists.txt), which gives all matrices the type of the file.
// A token passes all of the decoder's weights through memory once, so half the bytes are half the time; the encoder
// multiplies the same weights 1500 times and is faster with larger types. So the decoder may have a type of its own.

#ifdef __cplusplus

#include <cstdint>

#include "ggml.h"
#include "whisper.h"

namespace steno {

/// What the context of a model's loader begins with. `mark` tells it from other loaders' contexts.
struct DecoderWeights {
    static constexpr uint64_t known = 0x6465636f64657238;
    uint64_t mark = known;
    ggml_type type = GGML_TYPE_COUNT;  // the type of the decoder's f16 and BF16 matrices; GGML_TYPE_COUNT keeps theirs
};

/// whisper.cpp's own numbers, which are not declared yet here.
struct TensorNumbers {
    int decoder;      // part of the model
    int cross;        // the decoder's part that looks at the sound
    int heard_key;    // these two are computed once a window, with the encoder
    int heard_value;
};

inline void retype(ggml_tensor * meta, ggml_type type) {
    meta->type = type;
    meta->nb[0] = ggml_type_size(type);
    meta->nb[1] = ggml_row_size(type, meta->ne[0]);
    for (int i = 2; i < GGML_MAX_DIMS; i++) meta->nb[i] = meta->nb[i - 1] * static_cast<size_t>(meta->ne[i - 1]);
}

/// Calls whisper.cpp's function that creates a tensor, for the decoder with the type it shall have.
template <typename Create, typename Kind, typename Part, typename... Layer>
ggml_tensor * create_typed(Create & create, const whisper_model_loader * loader, const TensorNumbers & numbers, Kind kind,
                           Part part, ggml_tensor * meta, Layer... layer) {
    const auto & wanted = *static_cast<const DecoderWeights *>(loader->context);
    const bool once_a_window = kind == numbers.heard_key || kind == numbers.heard_value;
    const bool in_decoder = part == numbers.decoder || (part == numbers.cross && !once_a_window);
    const bool is_matrix = meta->type == GGML_TYPE_F16 || meta->type == GGML_TYPE_BF16;
    const bool is_wanted = wanted.mark == DecoderWeights::known && wanted.type != GGML_TYPE_COUNT;
    if (in_decoder && is_matrix && is_wanted) retype(meta, wanted.type);
    return create(kind, part, meta, layer...);
}

/// The voice activity detector has no decoder.
template <typename Create, typename Kind>
ggml_tensor * create_typed(Create & create, const whisper_model_loader *, const TensorNumbers &, Kind kind,
                           ggml_tensor * meta) {
    return create(kind, meta);
}

}  // namespace steno

#ifdef STENO_DECODER_WEIGHTS
#define create_tensor(kind, ...)                                                                                       \
    steno::create_typed(create_tensor, loader,                                                                         \
                        {ASR_SYSTEM_DECODER, ASR_SYSTEM_CROSS, ASR_TENSOR_ATTN_KEY_WEIGHT, ASR_TENSOR_ATTN_VALUE_WEIGHT}, \
                        kind, __VA_ARGS__)
#endif

#endif
