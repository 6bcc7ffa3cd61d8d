#include "job.h"

#include <algorithm>

namespace steno {

namespace {

constexpr size_t samples_per_ms = 16;
constexpr size_t min_whisper_samples = 16000;
// Whisper takes at most 224 prompt tokens, and its tokenizer recurses once per character.
constexpr size_t max_prompt_bytes = 1024;
constexpr int max_candidates = 8;
constexpr int max_bench_runs = 100;

[[noreturn]] void refuse(const std::string & message) { throw JobError("bad_request", message); }

int whole(const Json & value, const std::string & name, int low, int high) {
    if (!value.is_number_integer()) refuse(name + " is not a whole number");
    const int64_t number = value.get<int64_t>();
    if (number < low || number > high) refuse(name + " is out of range");
    return static_cast<int>(number);
}

float real(const Json & value, const std::string & name, double low, double high) {
    if (!value.is_number()) refuse(name + " is not a number");
    const double number = value.get<double>();
    if (!(number >= low && number <= high)) refuse(name + " is out of range");
    return static_cast<float>(number);
}

Tuning read_tuning(const Json & options) {
    if (!options.is_object()) refuse("options is not an object");
    Tuning tuning;
    for (const auto & [name, value] : options.items()) {
        if (name == "beam_size") {
            tuning.beam_size = whole(value, name, 1, max_candidates);
        } else if (name == "best_of") {
            tuning.best_of = whole(value, name, 1, max_candidates);
        } else if (name == "temperature") {
            tuning.temperature = real(value, name, 0, 1);
        } else if (name == "temperature_inc") {
            // A tiny step would mean thousands of attempts; 0 means none.
            tuning.temperature_inc = real(value, name, 0, 1);
            if (tuning.temperature_inc > 0 && tuning.temperature_inc < 0.1f) refuse(name + " is out of range");
        } else if (name == "entropy_thold") {
            tuning.entropy_thold = real(value, name, 0, 10);
        } else if (name == "logprob_thold") {
            tuning.logprob_thold = real(value, name, -10, 0);
        } else if (name == "no_speech_thold") {
            tuning.no_speech_thold = real(value, name, 0, 1);
        } else if (name == "suppress_nst") {
            if (!value.is_boolean()) refuse(name + " is not true or false");
            tuning.suppress_nst = value.get<bool>();
        } else {
            refuse("There is no option of that name");
        }
    }
    return tuning;
}

void read_audio(Job & job, const Frame & frame) {
    if (!frame.header.contains("bytes")) refuse("bytes is missing");
    const size_t samples = frame.payload.size() / 2;
    if (samples == 0) refuse("There is no audio");
    job.audio_ms = static_cast<int>(samples / samples_per_ms);
    job.audio.assign(job.kind == JobKind::vad ? samples : std::max(samples, min_whisper_samples), 0.0f);
    for (size_t i = 0; i < samples; i++) {
        const uint16_t bits = static_cast<uint16_t>(frame.payload[2 * i] | (frame.payload[2 * i + 1] << 8));
        job.audio[i] = static_cast<float>(static_cast<int16_t>(bits)) / 32768.0f;
    }
}

void read_language(Job & job, const Json & header, const std::vector<std::string> & languages) {
    const auto field = header.find("language");
    if (field == header.end()) refuse("language is missing");
    if (field->is_null()) return;
    if (!field->is_string()) refuse("language is neither a code nor null");
    job.language = field->get<std::string>();
    if (std::find(languages.begin(), languages.end(), job.language) == languages.end()) {
        throw JobError("unknown_language", "The model does not know that language");
    }
}

void read_prompt(Job & job, const Json & header) {
    const auto field = header.find("prompt");
    if (field == header.end()) return;
    if (!field->is_string()) refuse("prompt is not a string");
    job.prompt = field->get<std::string>();
    if (job.prompt.size() > max_prompt_bytes) refuse("prompt is longer than 1024 bytes");
    if (job.prompt.find('\0') != std::string::npos) refuse("prompt holds a zero character");
}

bool flag(const Json & header, const char * name) {
    const auto field = header.find(name);
    if (field == header.end()) return false;
    if (!field->is_boolean()) refuse(std::string(name) + " is not true or false");
    return field->get<bool>();
}

}  // namespace

void read_job(Job & job, const Frame & frame, const std::vector<std::string> & languages) {
    const Json & header = frame.header;
    if (job.kind == JobKind::bench) {
        if (!header.contains("runs")) refuse("runs is missing");
        job.runs = whole(header.at("runs"), "runs", 1, max_bench_runs);
        job.brief = flag(header, "brief");
        job.roofline = flag(header, "roofline");
        return;
    }
    read_audio(job, frame);
    if (job.kind != JobKind::transcribe) return;
    read_language(job, header, languages);
    read_prompt(job, header);
    job.translate = flag(header, "translate");
    job.alone = flag(header, "alone");
    if (header.contains("options")) job.tuning = read_tuning(header.at("options"));
}

}  // namespace steno
