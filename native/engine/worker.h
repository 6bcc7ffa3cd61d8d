#pragma once

#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include "events.h"
#include "job.h"
#include "whisper-handles.h"

namespace steno {

/// What every lane shares and none owns: it outlives them all. The context holds the weights and is only read.
struct Worker {
    whisper_context * context;
    const ModelSummary & model;
    const std::vector<std::string> & languages;
    int threads;  // of each lane
    Events & events;
};

/// Milliseconds since it was made or last read.
class Stopwatch {
public:
    double lap() {
        const auto now = std::chrono::steady_clock::now();
        const double ms = std::chrono::duration<double, std::milli>(now - start_).count();
        start_ = now;
        return ms;
    }

private:
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// Where the time of a job went, in milliseconds.
struct Timings {
    double mel = 0;
    double encode = 0;
    double decode = 0;

    /// The `timings` of an event.
    Json json() const;
};

/// Language codes with their probabilities, the likeliest first.
using LanguageProbs = std::vector<std::pair<std::string, float>>;

/// What Whisper says after the start token alone, before it has heard of a language.
struct FirstImpression {
    LanguageProbs languages;
    float no_speech_prob;
};

/// Throws JobError(`aborted`) when the job has been asked to stop.
void stop_if_aborted(const Job & job);

/// Decodes the start token on audio that is encoded already. Leaves its logits as the state's first row.
FirstImpression first_impression(const Worker & worker, whisper_state * state);

/// Encodes the job's audio and takes the first impression, adding to the timings.
FirstImpression listen(const Worker & worker, whisper_state * state, const Job & job, Timings & timings);

/// The `language_probs` of an event: an object of codes and probabilities.
Json language_json(const LanguageProbs & languages);

/// Works a `detect` request off and returns its `done` event.
Json detect(const Worker & worker, whisper_state * state, const Job & job);

/// Works a `transcribe` request off and returns its `done` event. Leaves the state empty when it may not be used again.
Json transcribe(const Worker & worker, State & state, const Job & job);

/// Works a `vad` request off and returns its `vad` event.
Json detect_speech(whisper_vad_context * vad, const Job & job);

/// Works a `bench` request off and returns its `bench` event.
Json bench(const Worker & worker, whisper_state * state, const Job & job);

}  // namespace steno
