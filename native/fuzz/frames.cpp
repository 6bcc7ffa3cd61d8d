#include "frame-reader.h"
#include "job.h"
#include "subjects.h"

namespace fuzz {

namespace {

const std::vector<std::string> languages = {"en", "de"};

/// Values of a field, valid and invalid, as written in a header.
const std::vector<std::string> values = {
    "0", "1", "2", "-1", "0.5", "1e999", "-1e-999", "8", "9", "100", "320", "960000", "960001", "960002", "1073741824",
    "1073741825", "2147483648", "4294967295", "9223372036854775808", "18446744073709551615", "18446744073709551616",
    "null", "true", "\"\"", "\"en\"", "\"xx\"", "\"\\u0000\"", "\"\\ud800\"", "[]", "{}", "{\"beam_size\":1}",
    "{\"temperature_inc\":1e-9}", "{\"best_of\":8,\"entropy_thold\":2.4,\"logprob_thold\":-1,\"suppress_nst\":true}"};
const std::vector<std::string> names = {"id", "type", "bytes", "language", "prompt", "options", "runs", "", "x"};
const std::vector<std::string> types = {"transcribe", "detect", "vad", "abort", "info", "bench"};

std::string nested(Chance & chance) {
    const size_t depth = chance.below(70'000);
    return std::string(depth, chance.one_in(2) ? '[' : '{') + std::string(chance.below(2) * depth, ']');
}

std::string a_frame(Chance & chance) {
    const bool long_audio = chance.one_in(400);
    const size_t audio = long_audio ? 959'998 + chance.below(5) : chance.one_in(3) ? 0 : 2 * chance.below(400);
    std::string header = "{\"type\":\"" + chance.of(types) + "\",\"id\":\"w" + std::to_string(chance.below(9)) + "\"";
    if (audio > 0) header += ",\"bytes\":" + std::to_string(audio);
    header += ",\"language\":\"en\"";
    for (size_t more = chance.below(3); more > 0; more--) {
        header += ",\"" + chance.of(names) + "\":" + (chance.one_in(40) ? nested(chance) : chance.of(values));
    }
    if (chance.one_in(60)) header += ",\"prompt\":\"" + std::string(chance.below(70'000), 'a') + "\"";
    std::string frame = header + "}\n";
    if (long_audio) return frame.append(audio, '\1');
    for (size_t i = 0; i < audio; i++) frame += static_cast<char>(chance.below(256));
    return frame;
}

void read_as(steno::JobKind kind, const steno::Frame & frame) {
    steno::Job job;
    job.kind = kind;
    try {
        steno::read_job(job, frame, languages);
    } catch (const steno::JobError & error) {
        require(error.code() == "bad_request" || error.code() == "unknown_language", "the refusal has a code");
        return;
    }
    if (kind == steno::JobKind::bench) {
        require(job.runs >= 1 && job.runs <= 100, "the runs are in range");
        return;
    }
    require(!job.audio.empty() && job.audio_ms <= 30'000, "there is audio, and no more than may be");
    require(job.prompt.size() <= 1024 && job.tuning.beam_size >= 1 && job.tuning.beam_size <= 8, "fields are in range");
    require(job.tuning.temperature >= 0 && job.tuning.temperature <= 1, "the temperature is in range");
}

void look_at(const steno::Frame & frame) {
    const steno::Json id = steno::frame_id(frame.header);
    require(id.is_null() || id.is_string(), "an id is a string or null");
    if (!frame.error_code.empty()) {
        require(frame.payload.empty() && !frame.message.empty(), "a bad frame has a message and no audio");
        return;
    }
    require(frame.header.is_object() && frame.payload.size() <= 960'000, "a good frame has a header and its audio");
    for (const auto kind : {steno::JobKind::transcribe, steno::JobKind::detect, steno::JobKind::vad, steno::JobKind::bench}) {
        read_as(kind, frame);
    }
}

}  // namespace

void read_frames(Chance & chance) {
    std::string bytes;
    for (size_t count = 1 + chance.below(4); count > 0; count--) bytes += a_frame(chance);
    if (!chance.one_in(4)) mutate(bytes, chance);
    std::FILE * input = std::tmpfile();
    require(input != nullptr, "there is a temporary file");
    std::fwrite(bytes.data(), 1, bytes.size(), input);
    std::rewind(input);
    size_t frames = 0;
    while (const std::optional<steno::Frame> frame = steno::read_frame(input)) {
        look_at(*frame);
        require(++frames <= bytes.size(), "every frame takes at least a byte");
    }
    std::fclose(input);
}

}  // namespace fuzz
