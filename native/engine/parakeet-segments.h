#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace steno {

/// A token as parakeet.cpp transcribes it. `piece` is its text in the vocabulary, where U+2581 stands for a space; times are
/// milliseconds from the start of the window, as the model's durations say, and may be beyond its end.
struct TranscribedPiece {
    int32_t id;
    std::string piece;
    int64_t start_ms;
    int64_t end_ms;
    double p;
};

/// A token with valid UTF-8 text and a time within its segment.
struct SpokenPiece {
    int32_t id;
    std::string text;
    int64_t start_ms;
    int64_t end_ms;
    double p;
};

/// The text of a piece: spaces instead of U+2581, nothing for control tokens such as `<unk>` and `<|en|>`.
std::string piece_text(const std::string & piece);

/// Divides a window's tokens into segments, after sentences and at pauses of a second. No segment is empty; times never
/// decrease and never exceed the window. A word that the model gives no duration lasts one encoder frame where there is
/// room before the next; punctuation has no duration.
std::vector<std::vector<SpokenPiece>> parakeet_segments(const std::vector<TranscribedPiece> & transcribed, int64_t window_ms);

}  // namespace steno
