#include <algorithm>
#include <cstring>
#include <new>

#include "vad-weights.h"
#include "whisper-transcriber.h"

namespace steno {

namespace {

/// The embedded weights, read as whisper.cpp reads a file: the end is detected by reading beyond it.
struct WeightsReader {
    size_t position = 0;
    bool met_end = false;

    size_t read(void * output, size_t bytes) {
        const size_t got = std::min(bytes, vad_weights_bytes - position);
        std::memcpy(output, reinterpret_cast<const char *>(vad_weights) + position, got);
        std::memset(static_cast<char *>(output) + got, 0, bytes - got);
        position += got;
        met_end = met_end || got < bytes;
        return got;
    }
};

}  // namespace

Vad new_vad() {
    WeightsReader reader;
    whisper_model_loader loader = {
        &reader,
        [](void * from, void * output, size_t bytes) { return static_cast<WeightsReader *>(from)->read(output, bytes); },
        [](void * from) { return static_cast<WeightsReader *>(from)->met_end; },
        [](void *) {},
    };
    whisper_vad_context_params params = whisper_vad_default_context_params();
    // Its matrices are far too small to benefit from a second thread.
    params.n_threads = 1;
    Vad vad(whisper_vad_init_with_params(&loader, params));
    if (!vad) throw std::bad_alloc();
    return vad;
}

Json detect_speech(whisper_vad_context * vad, const Job & job) {
    if (!whisper_vad_detect_speech(vad, job.audio.data(), static_cast<int>(job.audio.size()))) {
        throw std::bad_alloc();
    }
    const float * probabilities = whisper_vad_probs(vad);
    Json rounded_ones = Json::array();
    for (int i = 0; i < whisper_vad_n_probs(vad); i++) rounded_ones.push_back(rounded(probabilities[i], 4));
    return {{"type", "vad"}, {"id", job.id}, {"probabilities", rounded_ones}};
}

}  // namespace steno
