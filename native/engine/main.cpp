#include <cstdio>
#include <cstdlib>
#include <memory>
#include <new>

#ifdef _WIN32
#include <fcntl.h>
#include <io.h>
#endif

#include "arguments.h"
#include "backends.h"
#include "model-format.h"
#include "parakeet-transcriber.h"
#include "choose-device.h"
#include "server.h"
#include "whisper-transcriber.h"

namespace {

using namespace steno;

constexpr int exit_model = 2;
constexpr int exit_device = 4;
constexpr int exit_usage = 64;

/// Keeps Windows from translating line endings within the audio.
void use_binary_streams() {
#ifdef _WIN32
    _setmode(_fileno(stdin), _O_BINARY);
    _setmode(_fileno(stdout), _O_BINARY);
#endif
}

/// What f16 matrices of the encoder were converted to; null if they were not.
Json precision_of(const WeightTypes & types) {
    return types.encoder == GGML_TYPE_F16 ? Json(nullptr) : Json(type_name(types.encoder));
}

Json ready(const LoadedModel & model, int lanes, const WeightTypes & types) {
    return {
        {"type", "ready"},
        {"model", model.description},
        {"languages", model.languages},
        {"simd", whisper_print_system_info()},
        {"lanes", lanes},
        {"threads", model.threads},
        {"device", model.device},
        {"vad", true},
        {"precision", precision_of(types)},
        {"decoder_q8", types.decoder == GGML_TYPE_Q8_0},
        {"version", whisper_version()},
    };
}

void send_check(const Json & description, const std::vector<std::string> & languages, Events & events) {
    events.send({{"type", "model"}, {"model", description}, {"languages", languages}});
}

void serve(const LoadedModel & model, const Place & place, int lanes, const WeightTypes & types = {}) {
    const auto server = load_at(place, [&] { return std::make_unique<Server>(model, lanes); });
    model.events.send(ready(model, lanes, types));
    server->serve(stdin);
    // A lane in the encoder cannot be interrupted, and its result is no longer needed.
    if (server->busy()) std::_Exit(EXIT_SUCCESS);
}

Threads threads_of(const Arguments & arguments) { return {arguments.threads, arguments.threads * arguments.lanes}; }

/// The types of a model's matrices in memory: f16 becomes what it was converted to.
WeightTypes loaded_types(const ModelSummary & model, const WeightTypes & types) {
    return model.f16_matrices.empty() ? WeightTypes{model.weights, model.weights} : types;
}

void run_whisper(ModelFile & file, const Arguments & arguments, Events & events) {
    const ModelSummary model = check_model(file);
    const std::vector<std::string> languages = model_languages(model);
    if (arguments.check_only) return send_check(describe_model(model), languages, events);
    const Place place = choose_place(arguments, model.weight_bytes);
    // Few graphics cards multiply BF16; all that are used here multiply F16.
    const bool keeps = place.on_device || model.f16_matrices.empty();
    const WeightTypes types = keeps ? WeightTypes{} : weight_types(arguments.precision, arguments.decoder_q8);
    if (is_packed_whole(types.encoder)) use_products(types.encoder);
    const Context context = load_at(place, [&] { return load_model(file, model, place, types); });
    const Worker worker{context.get(), model, loaded_types(model, types), languages, threads_of(arguments), events};
    serve({describe_model(model), place.device, languages, arguments.threads, events,
           [&] { return new_whisper_transcriber(worker); }},
          place, arguments.lanes, types);
}

void run_parakeet(ModelFile & file, const Arguments & arguments, Events & events) {
    const ParakeetSummary model = check_parakeet(file);
    const std::vector<std::string> languages = parakeet_languages(model);
    if (arguments.check_only) return send_check(describe_model(model), languages, events);
    const Place place = choose_place(arguments, model.weight_bytes);
    const ParakeetContext context = load_at(place, [&] { return load_parakeet(file, model, place); });
    const ParakeetWorker worker{context.get(), model, languages, threads_of(arguments), events};
    serve({describe_model(model), place.device, languages, arguments.threads, events,
           [&] { return new_parakeet_transcriber(worker); }},
          place, arguments.lanes);
}

Json describe(const std::vector<Device> & devices) {
    Json list = Json::array();
    for (const Device & device : devices) list.push_back(describe_device(&device));
    return list;
}

void send_devices(Events & events) {
    events.send({{"type", "devices"}, {"devices", describe(list_devices())}, {"waiting", describe(waiting_devices())}});
}

void run(const Arguments & arguments, Events & events) {
    if (arguments.list_devices) return send_devices(events);
    ModelFile file(arguments.model);
    switch (model_architecture(file)) {
        case Architecture::whisper: return run_whisper(file, arguments, events);
        case Architecture::parakeet: return run_parakeet(file, arguments, events);
    }
}

}  // namespace

int main(int argc, char ** argv) {
    use_binary_streams();
    quiet_log();
    load_backends();
    Events events;
    try {
        run(read_arguments(argc, argv), events);
        return EXIT_SUCCESS;
    } catch (const std::invalid_argument & error) {
        std::fprintf(stderr, "%s\n%s", error.what(), usage);
        return exit_usage;
    } catch (const ModelError & error) {
        events.send(error_event(nullptr, error.code(), error.what()));
        return error.code() == "out_of_memory" ? exit_memory : exit_model;
    } catch (const DeviceError & error) {
        events.send(error_event(nullptr, error.code(), error.what()));
        return exit_device;
    } catch (const std::bad_alloc &) {
        events.send(error_event(nullptr, "out_of_memory", "There is not enough memory for the model"));
        return exit_memory;
    } catch (const std::exception & error) {
        events.send(error_event(nullptr, "failed", error.what()));
        return EXIT_FAILURE;
    }
}
