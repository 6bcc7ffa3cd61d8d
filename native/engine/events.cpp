#include "events.h"

#include <cmath>
#include <cstdio>

namespace steno {

void Events::send(const Json & event) {
    const std::string line = event.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
    const std::lock_guard<std::mutex> lock(mutex_);
    std::fwrite(line.data(), 1, line.size(), stdout);
    std::fflush(stdout);
}

Json error_event(const Json & id, const std::string & code, const std::string & message) {
    return {{"type", "error"}, {"id", id}, {"code", code}, {"message", message}};
}

Json describe_model(const ModelSummary & model) {
    const ModelDims & dims = model.dims;
    return {
        {"architecture", "whisper"},
        {"type", model_type(dims)},
        {"size", model.file_bytes},
        {"ftype", ggml_type_name(model.weights)},
        {"multilingual", model.multilingual()},
        {"vocab", dims.vocab},
        {"mels", dims.mels},
        {"width", dims.audio_state},
        {"encoder_layers", dims.audio_layer},
        {"decoder_layers", dims.text_layer},
    };
}

Json describe_model(const ParakeetSummary & model) {
    const ParakeetDims & dims = model.dims;
    return {
        {"architecture", "parakeet"},
        {"type", parakeet_type(dims)},
        {"size", model.file_bytes},
        {"ftype", ggml_type_name(model.weights)},
        {"multilingual", model.multilingual()},
        {"vocab", dims.vocab},
        {"mels", dims.mels},
        {"width", dims.audio_state},
        {"encoder_layers", dims.audio_layer},
        {"decoder_layers", dims.pred_layers},
    };
}

double rounded(double value, int digits) {
    if (!std::isfinite(value)) return 0;
    const double scale = std::pow(10.0, digits);
    return std::round(value * scale) / scale;
}

}  // namespace steno
