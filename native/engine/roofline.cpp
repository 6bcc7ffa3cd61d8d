#include "roofline.h"

#include <algorithm>

#include "limits.h"
#include "op-clock.h"

namespace steno {

namespace {

constexpr double giga = 1e9;
constexpr double f16_bytes = 2;

/// What a stage cannot do without: multiplications and additions, and bytes that it reads from memory.
struct Work {
    double operations;
    double bytes;
};

double bytes_each(ggml_type type) { return static_cast<double>(ggml_type_size(type)) / static_cast<double>(ggml_blck_size(type)); }

/// Twelve times the square of the width is a layer: queries, keys, values, what follows them, and two of four times the width.
Work encoder_work(const ModelDims & dims, ggml_type type) {
    const double width = dims.audio_state;
    const double frames = dims.audio_ctx;
    const double cross = 2.0 * dims.text_layer * dims.text_state * width;  // keys and values for the decoder
    const double weights = dims.audio_layer * 12 * width * width + cross;
    const double sounds = 2 * frames * width * dims.mels * 3 + frames * width * width * 3;
    const double attention = dims.audio_layer * 2 * frames * frames * width;
    return {2 * (frames * weights + sounds + attention), weights * bytes_each(type)};
}

/// Only the last token's scores are computed.
Work decoder_work(const ModelDims & dims, ggml_type type, int tokens) {
    const double width = dims.text_state;
    const double layers = dims.text_layer * 14 * width * width;
    const double scores = dims.vocab * width;
    const double cross = 2.0 * dims.text_layer * dims.audio_ctx * width;  // keys and values
    return {2 * (tokens * (layers + cross) + scores), (layers + scores) * bytes_each(type) + cross * f16_bytes};
}

/// The fastest of what multiplies this type.
double peak(const Limits & limits, ggml_type type) {
    if (type == GGML_TYPE_BF16 && limits.bf16 > 0) return limits.bf16;
    if (type == GGML_TYPE_I16 && limits.int16 > 0) return limits.int16;
    if ((ggml_is_quantized(type) || type == GGML_TYPE_I8) && limits.int8 > 0) return limits.int8;
    return limits.f32;
}

Json describe(const Limits & limits) {
    return {
        {"f32_gops", rounded(limits.f32, 1)},
        {"bf16_gops", rounded(limits.bf16, 1)},
        {"int16_gops", rounded(limits.int16, 1)},
        {"int8_gops", rounded(limits.int8, 1)},
        {"memory_gbs", rounded(limits.memory, 1)},
    };
}

}  // namespace

Json roofline(const Worker & worker, const std::vector<Stage> & stages) {
    const Limits limits = measure_limits(worker.threads.lane);
    Json out = {{"limits", describe(limits)}, {"stages", Json::object()}};
    for (const Stage & stage : stages) {
        const ggml_type type = stage.tokens == 0 ? worker.types.encoder : worker.types.decoder;
        const ModelDims & dims = worker.model.dims;
        const Work work = stage.tokens == 0 ? encoder_work(dims, type) : decoder_work(dims, type, stage.tokens);
        const double fastest = peak(limits, type);
        const double computing = fastest > 0 ? work.operations / giga / fastest : 0;  // else nobody knows
        const double least = 1000 * std::max(computing, work.bytes / giga / limits.memory);
        OpClock clock;
        stage.run();
        Json spent = Json::object();
        for (const auto & [kind, ms] : clock.stop()) spent[kind] = rounded(ms, 3);
        out["stages"][stage.name] = {
            {"gop", rounded(work.operations / giga, 3)},
            {"mb", rounded(work.bytes / 1e6, 1)},
            {"type", type_name(type)},
            {"least_ms", rounded(least, 3)},
            {"spent_ms", spent},
        };
    }
    return out;
}

}  // namespace steno
