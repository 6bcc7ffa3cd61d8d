#pragma once

#include <atomic>
#include <stdexcept>
#include <string>
#include <vector>

#include "frame-reader.h"

namespace steno {

/// How a window is decoded. The defaults are Whisper's, except for greedy search instead of five beams.
struct Tuning {
    int beam_size = 1;
    int best_of = 5;
    float temperature = 0.0f;
    float temperature_inc = 0.2f;
    float entropy_thold = 2.4f;
    float logprob_thold = -1.0f;
    float no_speech_thold = 0.6f;
    bool suppress_nst = true;
};

enum class JobKind { transcribe, detect, vad, bench };

/// A request that a lane works on.
struct Job {
    std::string id;
    JobKind kind = JobKind::transcribe;
    std::vector<float> audio;   // mono, 16 kHz; for Whisper padded with silence to at least one second
    int audio_ms = 0;           // without the padding
    std::string language;       // empty: detect it
    std::string prompt;
    Tuning tuning;
    int runs = 0;
    std::atomic<bool> aborted{false};
};

/// Why a request fails; the code goes into its `error` event.
class JobError : public std::runtime_error {
public:
    JobError(std::string code, const std::string & message) : std::runtime_error(message), code_(std::move(code)) {}
    const std::string & code() const { return code_; }

private:
    std::string code_;
};

/// Fills a job from a `transcribe`, `detect`, `vad` or `bench` frame. Throws JobError for a wrong field.
void read_job(Job & job, const Frame & frame, const std::vector<std::string> & languages);

}  // namespace steno
