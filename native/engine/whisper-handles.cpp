#include "whisper-handles.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>

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

Context load_model(ModelFile & file, const ModelSummary & model, const Place & place, bool to_bf16) {
    if (!place.on_device) require_memory(model.weight_bytes);
    whisper_context_params params = whisper_context_default_params();
    params.use_gpu = place.on_device;
    params.gpu_device = place.number;
    params.flash_attn = true;
    WeightReader reader(file, model, to_bf16);
    whisper_model_loader loader = {
        &reader,
        [](void * from, void * output, size_t bytes) { return static_cast<WeightReader *>(from)->read(output, bytes); },
        [](void * from) { return static_cast<WeightReader *>(from)->met_end(); },
        [](void *) {},
    };
    file.rewind();
    Context context(whisper_init_with_params_no_state(&loader, params));
    if (!context) throw ModelError("out_of_memory", "The model could not be loaded into memory");
    reader.require_converted();
    return context;
}

State new_state(whisper_context * context) {
    State state(whisper_init_state(context));
    if (!state) throw std::bad_alloc();
    return state;
}

}  // namespace steno
