#include <algorithm>
#include <cmath>

#include "whisper-transcriber.h"

namespace steno {

namespace {

/// Softmax over some of the logits, all of them finite.
std::vector<float> softmax(const std::vector<float> & logits) {
    float highest = -INFINITY;
    for (const float logit : logits) highest = std::max(highest, logit);
    std::vector<float> probs;
    double sum = 0;
    for (const float logit : logits) {
        probs.push_back(std::exp(logit - highest));
        sum += probs.back();
    }
    for (float & prob : probs) prob = static_cast<float>(prob / sum);
    return probs;
}

LanguageProbs rank_languages(const Worker & worker, const float * logits) {
    if (!worker.model.multilingual()) return {{"en", 1.0f}};
    std::vector<float> of_languages;
    for (size_t i = 0; i < worker.languages.size(); i++) {
        of_languages.push_back(logits[whisper_token_lang(worker.context, static_cast<int>(i))]);
    }
    const std::vector<float> probs = softmax(of_languages);
    LanguageProbs ranked;
    for (size_t i = 0; i < probs.size(); i++) ranked.emplace_back(worker.languages[i], probs[i]);
    std::stable_sort(ranked.begin(), ranked.end(),
                     [](const auto & a, const auto & b) { return a.second > b.second; });
    return ranked;
}

}  // namespace

Json Timings::json() const {
    return {
        {"mel_ms", rounded(mel, 1)},
        {"encode_ms", rounded(encode, 1)},
        {"decode_ms", rounded(decode, 1)},
        {"total_ms", rounded(mel + encode + decode, 1)},
    };
}

void stop_if_aborted(const Job & job) {
    if (job.aborted) throw JobError("aborted", "The request was aborted");
}

FirstImpression first_impression(const Worker & worker, whisper_state * state) {
    const whisper_token start = whisper_token_sot(worker.context);
    if (whisper_decode_with_state(worker.context, state, &start, 1, 0, worker.threads.lane) != 0) {
        throw JobError("failed", "The start token could not be decoded");
    }
    const float * logits = whisper_get_logits_from_state(state);
    const std::vector<float> all(logits, logits + worker.model.dims.vocab);
    // Corrupt weights give NaN, for which whisper.cpp would sample tokens forever.
    if (!std::all_of(all.begin(), all.end(), [](float logit) { return std::isfinite(logit); })) {
        throw JobError("failed", "The model computes no numbers: its weights are damaged");
    }
    const size_t silence = static_cast<size_t>(whisper_token_nosp(worker.context));
    return {rank_languages(worker, logits), softmax(all)[silence]};
}

FirstImpression listen(const Worker & worker, whisper_state * state, const Job & job, Timings & timings) {
    Stopwatch watch;
    const int samples = static_cast<int>(job.audio.size());
    if (whisper_pcm_to_mel_with_state(worker.context, state, job.audio.data(), samples, worker.threads.lane) != 0) {
        throw JobError("failed", "The spectrogram could not be computed");
    }
    timings.mel += watch.lap();
    stop_if_aborted(job);
    if (whisper_encode_with_state(worker.context, state, 0, worker.threads.lane) != 0) {
        throw JobError("failed", "The audio could not be encoded");
    }
    timings.encode += watch.lap();
    stop_if_aborted(job);
    FirstImpression impression = first_impression(worker, state);
    timings.decode += watch.lap();
    stop_if_aborted(job);
    return impression;
}

Json language_json(const LanguageProbs & languages) {
    Json probs = Json::object();
    for (const auto & [code, prob] : languages) probs[code] = rounded(prob, 4);
    return probs;
}

Json detect(const Worker & worker, whisper_state * state, const Job & job) {
    Timings timings;
    const FirstImpression impression = listen(worker, state, job, timings);
    return {
        {"type", "done"},
        {"id", job.id},
        {"language", impression.languages.front().first},
        {"language_probs", language_json(impression.languages)},
        {"no_speech_prob", rounded(impression.no_speech_prob, 4)},
        {"timings", timings.json()},
    };
}

}  // namespace steno
