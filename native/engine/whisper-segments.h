#pragma once

#include "whisper-transcriber.h"

namespace steno {

/// Converts whisper.cpp's segments to `segment` events. Times are clamped to the window and never decrease; tokens with
/// parts of one character are joined, so that every text is valid UTF-8.
class SegmentWriter {
public:
    /// For one window; both must outlive it.
    SegmentWriter(const Worker & worker, const Job & job);

    /// Sends segment `index` of the state as an event. Segments are written in order, each once.
    void write(whisper_state * state, int index, float no_speech_prob);

private:
    const Worker & worker_;
    const Job & job_;
    std::vector<float> loudness_;
    int64_t last_end_ = 0;  // of the previous segment, in ticks of 10 ms
};

}  // namespace steno
