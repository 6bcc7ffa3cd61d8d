#pragma once

#include <memory>

#include "parakeet-check.h"
#include "parakeet.h"
#include "choose-device.h"

namespace steno {

/// Owning handles that free parakeet.cpp's objects.
struct FreeParakeetContext {
    void operator()(parakeet_context * context) const { parakeet_free(context); }
};
struct FreeParakeetState {
    void operator()(parakeet_state * state) const { parakeet_free_state(state); }
};

using ParakeetContext = std::unique_ptr<parakeet_context, FreeParakeetContext>;
using ParakeetState = std::unique_ptr<parakeet_state, FreeParakeetState>;

/// Loads the weights of a checked file. Throws ModelError if there is not enough memory.
ParakeetContext load_parakeet(ModelFile & file, const ParakeetSummary & model, const Place & place);

/// The working memory of one lane, for one thread at a time; the context must outlive it. Throws std::bad_alloc.
ParakeetState new_parakeet_state(parakeet_context * context);

}  // namespace steno
