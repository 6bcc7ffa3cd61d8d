#pragma once

#include "arguments.h"
#include "devices.h"
#include "model-file.h"

namespace steno {

/// Where a model is computed: on the processor, or on the device of that number.
struct Place {
    bool on_device = false;
    int number = 0;
    Json device;  // the `device` field of events; null for the processor
};

/// Decides where to compute, and gets the device ready. Throws DeviceError if the one asked for cannot be used or has
/// too little memory; with `auto` the processor takes the model then.
Place choose_place(const Arguments & arguments, uint64_t weight_bytes);

/// Runs `load` there. Whatever fails on a device is a DeviceError, since the processor may still do it.
template <class Load>
auto load_at(const Place & place, const Load & load) {
    if (!place.on_device) return load();
    try {
        return load();
    } catch (const ModelError & error) {
        if (error.code() != "out_of_memory") throw;
    } catch (const std::bad_alloc &) {
    } catch (const std::exception & error) {
        throw DeviceError("device_failed", error.what());
    }
    throw DeviceError("device_memory", "The graphics card has too little memory for the model");
}

}  // namespace steno
