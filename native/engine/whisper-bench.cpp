#include <array>

#include "roofline.h"
#include "whisper-transcriber.h"

namespace steno {

namespace {

// The stages, their sizes and steps are those of whisper-bench, so that the results are comparable.
constexpr int prompt_tokens = 256;
constexpr int batch_tokens = 5;
constexpr int decode_steps = 256;
constexpr int batch_steps = 64;
// Enough of them to tell how long one takes.
constexpr int brief_steps = 64;

void encode(const Worker & worker, whisper_state * state) {
    if (whisper_encode_with_state(worker.context, state, 0, worker.threads.lane) != 0) {
        throw JobError("failed", "The bench could not encode");
    }
}

void decode(const Worker & worker, whisper_state * state, int count, int past) {
    const std::array<whisper_token, prompt_tokens> tokens{};
    if (whisper_decode_with_state(worker.context, state, tokens.data(), count, past, worker.threads.lane) != 0) {
        throw JobError("failed", "The bench could not decode");
    }
}

Json run_once(const Worker & worker, whisper_state * state, const Job & job) {
    Stopwatch watch;
    encode(worker, state);
    const double encode_ms = watch.lap();
    stop_if_aborted(job);
    if (!job.brief) decode(worker, state, prompt_tokens, 0);
    const double prompt_ms = job.brief ? 0 : watch.lap();
    stop_if_aborted(job);
    const int steps = job.brief ? brief_steps : decode_steps;
    for (int i = 0; i < steps; i++) decode(worker, state, 1, i);
    const double decode_ms = watch.lap() / steps;
    stop_if_aborted(job);
    if (!job.brief) {
        for (int i = 0; i < batch_steps; i++) decode(worker, state, batch_tokens, 0);
    }
    const double batch_ms = job.brief ? 0 : watch.lap() / batch_steps;
    stop_if_aborted(job);
    return {
        {"encode_ms", rounded(encode_ms, 3)},
        {"prompt_ms", rounded(prompt_ms, 3)},
        {"decode_ms", rounded(decode_ms, 3)},
        {"batch_ms", rounded(batch_ms, 3)},
    };
}

#ifdef STENO_ROOFLINE

Json roofline_of_stages(const Worker & worker, whisper_state * state) {
    return roofline(worker, {
        {"encode", 0, [&] { encode(worker, state); }},
        {"prompt", prompt_tokens, [&] { decode(worker, state, prompt_tokens, 0); }},
        {"decode", 1, [&] { decode(worker, state, 1, decode_steps); }},
        {"batch", batch_tokens, [&] { decode(worker, state, batch_tokens, 0); }},
    });
}

#endif

}  // namespace

Json bench(const Worker & worker, whisper_state * state, const Job & job) {
    const int mels = worker.model.dims.mels;
    const std::vector<float> frame(static_cast<size_t>(mels), 0.0f);
    if (whisper_set_mel_with_state(worker.context, state, frame.data(), 1, mels) != 0) {
        throw JobError("failed", "The bench could not set its spectrogram");
    }
    run_once(worker, state, job);  // warm-up for caches and threads
    Json runs = Json::array();
    for (int i = 0; i < job.runs; i++) {
        runs.push_back(run_once(worker, state, job));
        worker.events.send({{"type", "progress"}, {"id", job.id}, {"progress", rounded((i + 1.0) / job.runs, 3)}});
    }
    Json answer = {{"type", "bench"}, {"id", job.id}, {"threads", worker.threads.lane}, {"runs", runs}};
#ifdef STENO_ROOFLINE
    if (job.roofline) answer["roofline"] = roofline_of_stages(worker, state);
#endif
    return answer;
}

}  // namespace steno
