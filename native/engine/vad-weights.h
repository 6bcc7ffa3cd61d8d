#pragma once

#include <cstddef>
#include <cstdint>

namespace steno {

/// The file of Silero VAD in whisper.cpp's layout, as 64-bit little-endian words, the last one padded with zeros.
/// scripts/build-engine.mjs generates the definition.
extern const uint64_t vad_weights[];
extern const size_t vad_weights_bytes;

}  // namespace steno
