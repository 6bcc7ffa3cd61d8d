#pragma once

#include <memory>

#include "choose-device.h"
#include "weight-reader.h"
#include "whisper.h"

namespace steno {

/// Owning handles that free whisper.cpp's objects.
struct FreeContext {
    void operator()(whisper_context * context) const { whisper_free(context); }
};
struct FreeState {
    void operator()(whisper_state * state) const { whisper_free_state(state); }
};
struct FreeVad {
    void operator()(whisper_vad_context * vad) const { whisper_vad_free(vad); }
};

using Context = std::unique_ptr<whisper_context, FreeContext>;
using State = std::unique_ptr<whisper_state, FreeState>;
using Vad = std::unique_ptr<whisper_vad_context, FreeVad>;

/// The exit code of an engine with too little memory.
constexpr int exit_memory = 3;

/// Sends whisper.cpp's and parakeet.cpp's warnings and errors to stderr, drops the rest, and reports a failed allocation as an event. Call
/// it once, before anything else of whisper.cpp.
void quiet_log();

/// Throws ModelError(`out_of_memory`) unless that much memory can be allocated: ggml asserts when it cannot.
void require_memory(uint64_t bytes);

/// Loads the weights of a checked file. Throws ModelError if there is not enough memory.
Context load_model(ModelFile & file, const ModelSummary & model, const Place & place, const WeightTypes & types);

/// The working memory of one lane, for one thread at a time; the context must outlive it. Throws std::bad_alloc.
State new_state(whisper_context * context);

/// Silero VAD with the embedded weights (vad.cpp). Throws std::bad_alloc.
Vad new_vad();

}  // namespace steno
