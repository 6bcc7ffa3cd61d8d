#pragma once

#include "model-file.h"

namespace steno {

/// The architectures whose files the engine loads. Both start with the same magic number.
enum class Architecture { whisper, parakeet };

/// The architecture a model file claims, by its first bytes. Rewinds the file. Throws ModelError(`model_invalid`) for a
/// file of another kind, naming what it is and what to take instead.
Architecture model_architecture(ModelFile & file);

}  // namespace steno
