#pragma once

#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include "events.h"
#include "transcriber.h"
#include "job.h"
#include "whisper-handles.h"

namespace steno {

/// What all lanes of a Whisper model share without owning it: it outlives them. The context holds the weights and is only read.
struct Worker {
    whisper_context * context;
    const ModelSummary & model;
    WeightTypes types;  // of the matrices, as they were loaded
    const std::vector<std::string> & languages;
    Threads threads;
    Events & events;
};

/// Milliseconds since construction or the last read.
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

/// How the time of a job was spent, in milliseconds.
struct Timings {
    double mel = 0;
    double encode = 0;
    double decode = 0;

    /// The `timings` of an event.
    Json json() const;
};

/// Language codes with their probabilities, the most likely first.
using LanguageProbs = std::vector<std::pair<std::string, float>>;

/// What Whisper predicts after the start token alone, before a language token.
struct FirstImpression {
    LanguageProbs languages;
    float no_speech_prob;
};

/// Throws JobError(`aborted`) if the job has been asked to stop.
void stop_if_aborted(const Job & job);

/// Decodes the start token on audio that is already encoded. Leaves its logits as the state's first row.
FirstImpression first_impression(const Worker & worker, whisper_state * state);

/// Encodes the job's audio and decodes the start token, adding to the timings.
FirstImpression listen(const Worker & worker, whisper_state * state, const Job & job, Timings & timings);

/// The `language_probs` of an event: an object of codes and probabilities.
Json language_json(const LanguageProbs & languages);

/// Runs a `detect` request and returns its `done` event.
Json detect(const Worker & worker, whisper_state * state, const Job & job);

/// Runs a `transcribe` request and returns its `done` event. Leaves the state empty if it must not be reused. Where the job
/// names no language, the window is encoded once if it is in the guessed one, otherwise twice; the guess follows.
Json transcribe(const Worker & worker, State & state, const Job & job, std::string & guess);

/// Runs a `vad` request and returns its `vad` event.
Json detect_speech(whisper_vad_context * vad, const Job & job);

/// Runs a `bench` request and returns its `bench` event.
Json bench(const Worker & worker, whisper_state * state, const Job & job);

/// A lane of a Whisper model. Throws std::bad_alloc if there is no memory for its state.
std::unique_ptr<Transcriber> new_whisper_transcriber(const Worker & worker);

}  // namespace steno
