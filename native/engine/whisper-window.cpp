#include <algorithm>
#include <mutex>
#include <new>

#include "whisper-segments.h"
#include "whisper-transcriber.h"

namespace steno {

namespace {

constexpr int kv_cache_failed = -7;  // whisper_full_with_state has then freed the state itself
// A model that advances 20 ms at a time would take hours for a window; speech needs a handful of chunks.
constexpr int max_chunks = 30;
constexpr double progress_step = 0.05;
constexpr int ms_per_timestamp = 20;

/// One window while whisper.cpp decodes it, as its callbacks see it.
struct Decoding {
    Decoding(const Worker & worker, const Job & job, whisper_state * state, std::string language)
        : worker(worker), job(job), state(state), language(std::move(language)), segments(worker, job) {}

    const Worker & worker;
    const Job & job;
    whisper_state * state;
    std::string language;     // named by the job, or guessed
    LanguageProbs languages;  // of the first chunk; empty if the job named one
    bool misguessed = false;
    Timings timings;
    SegmentWriter segments;
    Stopwatch watch;
    bool encoding = false;
    int chunks = 0;
    int attempts = 0;        // at the chunk being decoded
    bool sampled = false;    // some attempt sampled random tokens
    float no_speech_prob = 0;
    double progress_before = 0;
    double reported = -1;
    std::mutex progress_mutex;
};

void report_progress(Decoding & decoding, double fraction) {
    const std::lock_guard<std::mutex> lock(decoding.progress_mutex);
    if (fraction < decoding.reported + progress_step) return;
    decoding.reported = fraction;
    decoding.worker.events.send(
        {{"type", "progress"}, {"id", decoding.job.id}, {"progress", rounded(std::min(fraction, 1.0), 3)}});
}

void on_progress(whisper_context *, whisper_state *, int percent, void * data) {
    Decoding & decoding = *static_cast<Decoding *>(data);
    // The share of the window before the next chunk; whisper.cpp rounds it to whole percent.
    decoding.progress_before = percent / 100.0;
    report_progress(decoding, decoding.progress_before);
}

bool on_encoder_begin(whisper_context *, whisper_state *, void * data) {
    Decoding & decoding = *static_cast<Decoding *>(data);
    const double ms = decoding.watch.lap();
    (decoding.chunks++ == 0 ? decoding.timings.mel : decoding.timings.decode) += ms;
    decoding.encoding = true;
    decoding.attempts = 0;
    return !decoding.job.aborted && decoding.chunks <= max_chunks;
}

/// whisper.cpp calls this at the end of every encoder and decoder run. After the encoder it decodes the start token
/// once: whisper.cpp reads its no-speech probability from the first row of logits, which its own prompt of several
/// tokens does not write, so it would be that of an earlier window. The same logits tell the language, where nobody
/// named it: if it was guessed wrongly, decoding stops here.
bool on_run_end(void * data) {
    Decoding & decoding = *static_cast<Decoding *>(data);
    if (decoding.job.aborted) return true;
    if (!decoding.encoding) return false;
    decoding.encoding = false;
    decoding.timings.encode += decoding.watch.lap();
    FirstImpression impression = first_impression(decoding.worker, decoding.state);
    decoding.no_speech_prob = impression.no_speech_prob;
    if (decoding.chunks > 1 || !decoding.job.language.empty() || !decoding.languages.empty()) return false;
    decoding.languages = std::move(impression.languages);
    decoding.misguessed = decoding.languages.front().first != decoding.language;
    return decoding.misguessed;
}

/// Called by each candidate, perhaps on separate threads, with its tokens so far.
void on_logits(whisper_context * context, whisper_state *, const whisper_token_data * tokens, int count, float *,
               void * data) {
    Decoding & decoding = *static_cast<Decoding *>(data);
    if (count == 0) {
        if (decoding.attempts++ > 0) decoding.sampled = true;
        return;
    }
    const whisper_token offset = tokens[count - 1].id - whisper_token_beg(context);
    if (offset <= 0) return;
    const double share = static_cast<double>(offset) * ms_per_timestamp / std::max(1, decoding.job.audio_ms);
    report_progress(decoding, std::min(0.99, decoding.progress_before + share));
}

void on_segment(whisper_context *, whisper_state * state, int count, void * data) {
    Decoding & decoding = *static_cast<Decoding *>(data);
    const int total = whisper_full_n_segments_from_state(state);
    for (int i = total - count; i < total; i++) decoding.segments.write(state, i, decoding.no_speech_prob);
}

whisper_full_params decoding_params(Decoding & decoding) {
    const Tuning & tuning = decoding.job.tuning;
    whisper_full_params params = whisper_full_default_params(tuning.beam_size > 1 ? WHISPER_SAMPLING_BEAM_SEARCH
                                                                                  : WHISPER_SAMPLING_GREEDY);
    params.n_threads = decoding.worker.threads.of(decoding.job);
    params.no_context = true;
    params.print_progress = false;
    params.print_timestamps = false;
    params.token_timestamps = false;  // token-times.h computes better ones
    params.suppress_blank = true;
    params.suppress_nst = tuning.suppress_nst;
    params.temperature = tuning.temperature;
    params.temperature_inc = tuning.temperature_inc;
    params.entropy_thold = tuning.entropy_thold;
    params.logprob_thold = tuning.logprob_thold;
    params.no_speech_thold = tuning.no_speech_thold;
    params.greedy.best_of = tuning.best_of;
    params.beam_search.beam_size = tuning.beam_size;
    params.language = decoding.language.c_str();
    params.translate = decoding.job.translate;
    if (!decoding.job.prompt.empty()) params.initial_prompt = decoding.job.prompt.c_str();
    params.progress_callback = on_progress;
    params.encoder_begin_callback = on_encoder_begin;
    params.abort_callback = on_run_end;
    params.logits_filter_callback = on_logits;
    params.new_segment_callback = on_segment;
    for (void ** user : {&params.progress_callback_user_data, &params.encoder_begin_callback_user_data,
                         &params.abort_callback_user_data, &params.logits_filter_callback_user_data,
                         &params.new_segment_callback_user_data}) {
        *user = &decoding;
    }
    return params;
}

/// Decodes the window in the language of `decoding`. Returns whisper.cpp's code, 0 for success.
int decode(Decoding & decoding) {
    decoding.chunks = 0;
    const whisper_full_params params = decoding_params(decoding);
    const std::vector<float> & audio = decoding.job.audio;
    const int result = whisper_full_with_state(decoding.worker.context, decoding.state, params, audio.data(),
                                               static_cast<int>(audio.size()));
    decoding.timings.decode += decoding.watch.lap();
    return result;
}

Json done(const Decoding & decoding) {
    return {
        {"type", "done"},
        {"id", decoding.job.id},
        {"language", decoding.language},
        {"language_probs", language_json(decoding.languages)},
        {"no_speech_prob", rounded(decoding.no_speech_prob, 4)},
        {"timings", decoding.timings.json()},
    };
}

}  // namespace

Json transcribe(const Worker & worker, State & state, const Job & job, std::string & guess) {
    Decoding decoding(worker, job, state.get(), job.language.empty() ? guess : job.language);
    int result = decode(decoding);
    if (decoding.misguessed && !job.aborted) {
        decoding.language = guess = decoding.languages.front().first;
        result = decode(decoding);
    }
    if (result == kv_cache_failed) {
        (void)state.release();
        throw std::bad_alloc();
    }
    // A state's random numbers continue from window to window; a fresh state makes each window's text independent
    // of what was decoded before it.
    if (decoding.sampled) state.reset();
    stop_if_aborted(job);
    if (decoding.chunks > max_chunks) throw JobError("failed", "The model makes no headway in this window");
    if (result != 0) throw JobError("failed", "The window could not be decoded (" + std::to_string(result) + ")");
    return done(decoding);
}

}  // namespace steno
