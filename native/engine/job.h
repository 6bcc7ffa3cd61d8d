#pragma once

#include <atomic>
#include <stdexcept>
#include <string>
#include <vector>

#include "frame-reader.h"

namespace steno {

/// How a window is decoded. The defaults are Whisper's, except for greedy search instead of five beams.
struct Tuning {
    int beam_size = 1;              // texts followed at once at temperature 0; 1 is greedy
    int best_of = 5;                // texts sampled at any higher temperature, of which the likeliest counts
    float temperature = 0.0f;       // of the first attempt
    float temperature_inc = 0.2f;   // what each further attempt adds, up to 1; 0: there is none
    float entropy_thold = 2.4f;     // nats; below it the text goes round in circles, and the attempt has failed
    float logprob_thold = -1.0f;    // mean log probability of the tokens below which the attempt has failed
    float no_speech_thold = 0.6f;   // above it, what has too low a log probability is silence, and not tried again
    bool suppress_nst = true;       // never writes tokens that are no speech, such as notes of music
};

enum class JobKind { transcribe, detect, vad, bench };

/// A request that a lane works on. Nothing in it changes once it is in the queue, but for `aborted`.
struct Job {
    std::string id;
    JobKind kind = JobKind::transcribe;
    std::vector<float> audio;   // mono, 16 kHz; for Whisper padded with silence to at least one second
    int audio_ms = 0;           // without the padding
    std::string language;       // empty: detect it
    std::string prompt;         // text the window goes on from; empty: none
    bool translate = false;     // into English
    Tuning tuning;
    int runs = 0;               // of a bench
    std::atomic<bool> aborted{false};  // set by the reader of the pipe, looked at by the lane between steps
};

/// Why a request fails; the code goes into its `error` event.
class JobError : public std::runtime_error {
public:
    JobError(std::string code, const std::string & message) : std::runtime_error(message), code_(std::move(code)) {}
    /// As native/protocol.md lists them.
    const std::string & code() const { return code_; }

private:
    std::string code_;
};

/// Fills a job from a `transcribe`, `detect`, `vad` or `bench` frame. Throws JobError for a wrong field.
void read_job(Job & job, const Frame & frame, const std::vector<std::string> & languages);

}  // namespace steno
