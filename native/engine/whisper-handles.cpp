#include "whisper-handles.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>

#include "decoder-weights.h"
#include "parakeet.h"

namespace steno {

namespace {

/// ggml ends the process when an allocation or another assertion fails. By default it starts a debugger first.
void on_ggml_abort(const char * message) {
    std::fprintf(stderr, "%s\n", message);
    if (std::strstr(message, "mem_buffer != NULL") == nullptr) return;
    std::fputs(R"({"type":"error","id":null,"code":"out_of_memory","message":"There is not enough memory"})" "\n",
               stdout);
    std::fflush(stdout);
    std::_Exit(exit_memory);
}

/// What whisper.cpp's loader is given, and hands to the functions that read for it.
struct Loading {
    DecoderWeights decoder;  // first: tuning/decoder-weights.h finds it there
    WeightReader reader;
};

}  // namespace

void quiet_log() {
    ggml_set_abort_callback(on_ggml_abort);
    const ggml_log_callback log = [](ggml_log_level level, const char * text, void *) {
        if (level == GGML_LOG_LEVEL_WARN || level == GGML_LOG_LEVEL_ERROR) std::fputs(text, stderr);
    };
    ggml_log_set(log, nullptr);
    whisper_log_set(log, nullptr);
    parakeet_log_set(log, nullptr);
}

void require_memory(uint64_t bytes) {
    // Untouched, so that it costs nothing.
    const std::unique_ptr<char[]> trial(new (std::nothrow) char[bytes]);
    if (!trial) throw ModelError("out_of_memory", "There is not enough memory for the model");
}

Context load_model(ModelFile & file, const ModelSummary & model, const Place & place, const WeightTypes & types) {
    if (!place.on_device) require_memory(model.weight_bytes);
    whisper_context_params params = whisper_context_default_params();
    params.use_gpu = place.on_device;
    params.gpu_device = place.number;
    params.flash_attn = true;
    Loading loading{{}, WeightReader(file, model, types)};
    if (types.decoder != types.encoder) loading.decoder.type = types.decoder;
    whisper_model_loader loader = {
        &loading,
        [](void * from, void * output, size_t bytes) {
            return static_cast<Loading *>(from)->reader.read(output, bytes);
        },
        [](void * from) { return static_cast<Loading *>(from)->reader.met_end(); },
        [](void *) {},
    };
    file.rewind();
    Context context(whisper_init_with_params_no_state(&loader, params));
    if (!context) throw ModelError("out_of_memory", "The model could not be loaded into memory");
    loading.reader.require_converted();
    return context;
}

State new_state(whisper_context * context) {
    State state(whisper_init_state(context));
    if (!state) throw std::bad_alloc();
    return state;
}

}  // namespace steno
