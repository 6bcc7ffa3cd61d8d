#pragma once

#include "transcriber.h"
#include "parakeet-handles.h"

namespace steno {

/// What all lanes of a Parakeet model share without owning it: it outlives them. The context is only read.
struct ParakeetWorker {
    parakeet_context * context;
    const ParakeetSummary & model;
    const std::vector<std::string> & languages;
    Threads threads;
    Events & events;
};

/// A lane of a Parakeet model. Throws std::bad_alloc if there is no memory for its state.
std::unique_ptr<Transcriber> new_parakeet_transcriber(const ParakeetWorker & worker);

}  // namespace steno
