#include "choose-device.h"

#include <cstdio>

namespace steno {

Place choose_place(const Arguments & arguments, uint64_t weight_bytes) {
    if (arguments.device == "cpu") return {};
    const std::vector<Device> devices = list_devices();
    const Device * device = choose_device(devices, arguments.device);
    if (device == nullptr) return {};
    try {
        const int number = use_device(*device);
        require_device_memory(number, weight_bytes, arguments.lanes);
        return {true, number, describe_device(device)};
    } catch (const DeviceError & error) {
        if (arguments.device != "auto") throw;
        std::fprintf(stderr, "%s\n", error.what());
        return {};
    }
}

}  // namespace steno
