#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace steno {

/// Loudness of a window: the mean absolute sample of every 10 ms.
std::vector<float> loudness(const std::vector<float> & audio);

/// A text token of a segment before it has times. `anchor` is the tick (10 ms) at which the model itself would set a
/// timestamp, or -1 if it is undecided.
struct UntimedToken {
    std::string text;  // UTF-8, with the space before a word
    int64_t anchor;
};

/// From `start` to `end`, exclusive, in ticks of 10 ms from the start of the window.
struct TickSpan {
    int64_t start;
    int64_t end;
};

/// Times of a segment's tokens in ticks. Between two anchors the loud time is divided by characters, so words do not
/// extend into pauses; punctuation has no duration. Increasing and within the segment. `loud` covers the whole window.
///
/// This replaces whisper.cpp's own token times: those are corrected with the loudness at a time counted from the
/// segment's start but looked up in the whole window, so that only the first segment uses its own.
std::vector<TickSpan> token_times(const std::vector<UntimedToken> & tokens, TickSpan segment,
                                  const std::vector<float> & loud);

}  // namespace steno
