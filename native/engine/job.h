#pragma once

#include <atomic>
#include <stdexcept>
#include <string>
#include <vector>

#include "frame-reader.h"

namespace steno {

/// How a window is decoded. The defaults are Whisper's, except for greedy search instead of five beams.
struct Tuning {
    int beam_size = 1;              // beams at temperature 0; 1 is greedy
    int best_of = 5;                // candidates sampled at higher temperatures, of which the most likely is used
    float temperature = 0.0f;       // of the first attempt
    float temperature_inc = 0.2f;   // added for each further attempt, up to 1; 0: no further attempts
    float entropy_thold = 2.4f;     // nats; below it the text repeats in a loop, and the attempt has failed
    float logprob_thold = -1.0f;    // mean log probability of the tokens below which the attempt has failed
    float no_speech_thold = 0.6f;   // above it, text with too low a log probability is silence, and not retried
    bool suppress_nst = true;       // suppresses non-speech tokens, such as music notes
};

enum class JobKind { transcribe, detect, vad, bench };

/// A request that a lane runs. Only `aborted` changes once it is in the queue.
struct Job {
    std::string id;
    JobKind kind = JobKind::transcribe;
    std::vector<float> audio;   // mono, 16 kHz; for Whisper padded with silence to at least one second
    int audio_ms = 0;           // without the padding
    std::string language;       // empty: detect it
    std::string prompt;         // text that precedes the window; empty: none
    bool translate = false;     // into English
    bool alone = false;         // nothing else runs meanwhile: it gets the threads of all lanes
    Tuning tuning;
    int runs = 0;               // for bench
    bool brief = false;         // for bench: only what tells how long a window takes
    bool roofline = false;      // for bench: also what the processor could do, and where the time goes
    std::atomic<bool> aborted{false};  // set by the thread that reads the pipe, checked by the lane between steps
};

/// Why a request fails; the code is sent in its `error` event.
class JobError : public std::runtime_error {
public:
    JobError(std::string code, const std::string & message) : std::runtime_error(message), code_(std::move(code)) {}
    /// One of the codes in native/protocol.md.
    const std::string & code() const { return code_; }

private:
    std::string code_;
};

/// Fills a job from a `transcribe`, `detect`, `vad` or `bench` frame. Throws JobError for an invalid field.
void read_job(Job & job, const Frame & frame, const std::vector<std::string> & languages);

}  // namespace steno
