#include "parakeet-transcriber.h"

#include <algorithm>
#include <cmath>
#include <new>

#include "parakeet-segments.h"
#include "whisper-transcriber.h"

namespace steno {

namespace {

constexpr int64_t ms_per_tick = 10;  // parakeet.cpp counts in frames of its spectrogram
constexpr int bench_frames = 3000;   // 30 s
constexpr double progress_step = 0.05;

/// One window while parakeet.cpp decodes it, as its callbacks see it; all on the lane's thread.
struct Decoding {
    const ParakeetWorker & worker;
    const Job & job;
    Timings timings{};
    Stopwatch watch{};
    bool began = false;     // the encoder had its memory
    bool encoding = false;
    bool damaged = false;   // a probability was not a number
    int decoder_runs = 0;
    double reported = -1;
};

bool on_encoder_begin(parakeet_context *, parakeet_state *, void * data) {
    Decoding & decoding = *static_cast<Decoding *>(data);
    decoding.timings.mel += decoding.watch.lap();
    decoding.began = true;
    decoding.encoding = true;
    return !decoding.job.aborted;
}

/// parakeet.cpp calls this at the end of every run of the encoder and of the small networks after it.
bool on_run_end(void * data) {
    Decoding & decoding = *static_cast<Decoding *>(data);
    if (decoding.encoding) {
        decoding.timings.encode += decoding.watch.lap();
        decoding.encoding = false;
    } else {
        decoding.decoder_runs++;
    }
    return decoding.job.aborted || decoding.damaged;
}

void on_token(parakeet_context *, parakeet_state *, const parakeet_token_data * token, void * data) {
    Decoding & decoding = *static_cast<Decoding *>(data);
    // Corrupt weights give NaN, for which parakeet.cpp would take the first token at every frame.
    if (!std::isfinite(token->p)) decoding.damaged = true;
    if (decoding.job.kind != JobKind::transcribe) return;
    const double share = static_cast<double>(token->t0 * ms_per_tick) / std::max(1, decoding.job.audio_ms);
    const double fraction = std::min(0.99, share);
    if (fraction < decoding.reported + progress_step) return;
    decoding.reported = fraction;
    decoding.worker.events.send({{"type", "progress"}, {"id", decoding.job.id}, {"progress", rounded(fraction, 3)}});
}

/// Encodes and decodes the samples, or the spectrogram that the state has if there are none.
void decode(Decoding & decoding, parakeet_state * state, const std::vector<float> & audio) {
    parakeet_full_params params = parakeet_full_default_params(PARAKEET_SAMPLING_GREEDY);
    params.n_threads = decoding.worker.threads.of(decoding.job);
    params.no_context = true;
    params.new_token_callback = on_token;
    params.encoder_begin_callback = on_encoder_begin;
    params.abort_callback = on_run_end;
    for (void ** user : {&params.new_token_callback_user_data, &params.encoder_begin_callback_user_data,
                         &params.abort_callback_user_data}) {
        *user = &decoding;
    }
    const int result = parakeet_full_with_state(decoding.worker.context, state, params, audio.data(),
                                                static_cast<int>(audio.size()));
    decoding.timings.decode += decoding.watch.lap();
    stop_if_aborted(decoding.job);
    if (decoding.damaged) throw JobError("failed", "The model computes no numbers: its weights are damaged");
    if (result != 0 && !decoding.began) throw std::bad_alloc();
    if (result != 0) throw JobError("failed", "The window could not be decoded (" + std::to_string(result) + ")");
}

std::vector<TranscribedPiece> transcribed_pieces(parakeet_context * context, parakeet_state * state) {
    std::vector<TranscribedPiece> transcribed;
    for (int segment = 0; segment < parakeet_full_n_segments_from_state(state); segment++) {
        const int count = parakeet_full_n_tokens_from_state(state, segment);
        for (int i = 0; i < count; i++) {
            const parakeet_token_data token = parakeet_full_get_token_data_from_state(state, segment, i);
            transcribed.push_back({token.id, parakeet_token_to_str(context, token.id), token.t0 * ms_per_tick,
                             token.t1 * ms_per_tick, token.p});
        }
    }
    return transcribed;
}

Json segment_json(const Job & job, const std::vector<SpokenPiece> & pieces) {
    std::string text;
    Json tokens = Json::array();
    for (const SpokenPiece & piece : pieces) {
        text += piece.text;
        tokens.push_back({{"id", piece.id},
                          {"text", piece.text},
                          {"start_ms", piece.start_ms},
                          {"end_ms", piece.end_ms},
                          {"p", rounded(piece.p, 4)}});
    }
    return {
        {"type", "segment"},
        {"id", job.id},
        {"start_ms", pieces.front().start_ms},
        {"end_ms", pieces.back().end_ms},
        {"text", text},
        {"no_speech_prob", 0},
        {"tokens", tokens},
    };
}

/// The only language, or a refusal: the model follows the speech, but does not say in which language it is.
std::string only_language(const ParakeetWorker & worker) {
    if (worker.languages.size() == 1) return worker.languages.front();
    throw JobError("bad_request", "This model does not detect languages: name one");
}

/// Everything but the timings of a `done` event. Parakeet does not estimate silence; silence just has no text.
Json done(const Job & job, const std::string & language, bool is_silent, const Timings & timings) {
    Json probs = Json::object();
    if (job.language.empty()) probs[language] = 1;
    return {
        {"type", "done"},
        {"id", job.id},
        {"language", language},
        {"language_probs", probs},
        {"no_speech_prob", is_silent ? 1 : 0},
        {"timings", timings.json()},
    };
}

class ParakeetTranscriber : public Transcriber {
public:
    explicit ParakeetTranscriber(const ParakeetWorker & worker)
        : worker_(worker), state_(new_parakeet_state(worker.context)) {}

    Json run(const Job & job) override {
        switch (job.kind) {
            case JobKind::transcribe: return transcribe(job);
            case JobKind::detect: return done(job, only_language(worker_), false, Timings{});
            case JobKind::bench: return bench(job);
            case JobKind::vad: break;
        }
        throw JobError("failed", "The job has no kind");
    }

private:
    Json transcribe(const Job & job) {
        const std::string language = job.language.empty() ? only_language(worker_) : job.language;
        if (job.translate) throw JobError("bad_request", "This model does not translate");
        Decoding decoding{worker_, job};
        decode(decoding, state_.get(), job.audio);
        const std::vector<TranscribedPiece> transcribed = transcribed_pieces(worker_.context, state_.get());
        const auto segments = parakeet_segments(transcribed, job.audio_ms);
        for (const std::vector<SpokenPiece> & pieces : segments) worker_.events.send(segment_json(job, pieces));
        return done(job, language, segments.empty(), decoding.timings);
    }

    Json run_once(const Job & job) {
        Decoding decoding{worker_, job};
        decode(decoding, state_.get(), {});
        return {
            {"encode_ms", rounded(decoding.timings.encode, 3)},
            {"prompt_ms", 0},
            {"decode_ms", rounded(decoding.timings.decode / std::max(1, decoding.decoder_runs), 3)},
            {"batch_ms", 0},
        };
    }

    Json bench(const Job & job) {
        const std::vector<float> silence(static_cast<size_t>(bench_frames) * static_cast<size_t>(worker_.model.dims.mels));
        if (parakeet_set_mel_with_state(worker_.context, state_.get(), silence.data(), bench_frames,
                                        worker_.model.dims.mels) != 0) {
            throw JobError("failed", "The bench could not set its spectrogram");
        }
        run_once(job);  // warm-up for caches and threads
        Json runs = Json::array();
        for (int i = 0; i < job.runs; i++) {
            runs.push_back(run_once(job));
            worker_.events.send({{"type", "progress"}, {"id", job.id}, {"progress", rounded((i + 1.0) / job.runs, 3)}});
        }
        return {{"type", "bench"}, {"id", job.id}, {"threads", worker_.threads.lane}, {"runs", runs}};
    }

    const ParakeetWorker & worker_;
    ParakeetState state_;
};

}  // namespace

std::unique_ptr<Transcriber> new_parakeet_transcriber(const ParakeetWorker & worker) {
    return std::make_unique<ParakeetTranscriber>(worker);
}

}  // namespace steno
