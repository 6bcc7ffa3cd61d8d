#pragma once

#include "worker.h"

namespace steno {

/// Turns whisper.cpp's segments into `segment` events. Times are clamped to the window and never run backwards;
/// tokens that hold parts of a character are joined, so that every text is valid UTF-8.
class SegmentWriter {
public:
    /// For one window; both must outlive it.
    SegmentWriter(const Worker & worker, const Job & job);

    /// Sends the segment `index` of the state as an event. Segments are written in their order, each once.
    void write(whisper_state * state, int index, float no_speech_prob);

private:
    const Worker & worker_;
    const Job & job_;
    std::vector<float> loudness_;
    int64_t last_end_ = 0;  // of the segment before, in ticks of 10 ms
};

}  // namespace steno
