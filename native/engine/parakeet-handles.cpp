#include "parakeet-handles.h"

#include <new>

#include "whisper-handles.h"

namespace steno {

ParakeetContext load_parakeet(ModelFile & file, const ParakeetSummary & model, const Place & place) {
    if (!place.on_device) require_memory(model.weight_bytes);
    parakeet_context_params params = parakeet_context_default_params();
    params.use_gpu = place.on_device;
    params.gpu_device = place.number;
    parakeet_model_loader loader = {
        &file,
        [](void * from, void * output, size_t bytes) { return static_cast<ModelFile *>(from)->read_some(output, bytes); },
        [](void * from) { return static_cast<ModelFile *>(from)->met_end(); },
        [](void *) {},
    };
    file.rewind();
    ParakeetContext context(parakeet_init_with_params_no_state(&loader, params));
    if (!context) throw ModelError("out_of_memory", "The model could not be loaded into memory");
    return context;
}

ParakeetState new_parakeet_state(parakeet_context * context) {
    ParakeetState state(parakeet_init_state(context));
    if (!state) throw std::bad_alloc();
    return state;
}

}  // namespace steno
