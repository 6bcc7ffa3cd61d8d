#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "events.h"

namespace steno {

/// A graphics card, or a processor that plays one, that ggml can compute on.
struct Device {
    std::string id;      // stays the same while the machine and its cards do
    std::string name;
    std::string type;    // discrete, integrated, virtual or software
    std::string driver;  // its name and version
    uint64_t memory_total = 0;
    uint64_t memory_free = 0;
    int place = 0;       // the number by which its backend knows it
};

/// The devices that can be computed on, the best first. A software device counts only if STENO_SOFTWARE_DEVICE is set:
/// it is slower than the processor itself, but shows in tests what a card would do. Call it after load_backends.
std::vector<Device> list_devices();

/// The devices that could be computed on if the library for them were beside the program.
std::vector<Device> waiting_devices();

/// One of the devices by its id, name or number; null for `cpu`, and for `auto` where there is none. Throws
/// DeviceError(`device_failed`).
const Device * choose_device(const std::vector<Device> & devices, const std::string & wanted);

/// The `device` field of events; null for the processor.
Json describe_device(const Device * device);

/// Why a device cannot be used, though the processor may: `device_memory` or `device_failed`.
class DeviceError : public std::runtime_error {
public:
    DeviceError(std::string code, const std::string & message) : std::runtime_error(message), code_(std::move(code)) {}
    const std::string & code() const { return code_; }

private:
    std::string code_;
};

/// Makes ggml compute on the device from now on. Returns its number among those that whisper.cpp and parakeet.cpp see.
/// Throws DeviceError.
int use_device(const Device & device);

/// Throws DeviceError(`device_memory`) unless the device has room for the weights and the working memory of the lanes.
void require_device_memory(int number, uint64_t weight_bytes, int lanes);

}  // namespace steno
