#include "devices.h"

#include <ggml-backend.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "backends.h"
#include "vulkan-devices.h"

namespace steno {

namespace {

// Measured with whisper.cpp on a processor: beside the weights each lane needs this, and more for larger models.
constexpr uint64_t lane_bytes = 120'000'000;
constexpr double lane_share = 0.15;

bool is_card(ggml_backend_dev_t device) {
    const enum ggml_backend_dev_type type = ggml_backend_dev_type(device);
    return type == GGML_BACKEND_DEVICE_TYPE_GPU || type == GGML_BACKEND_DEVICE_TYPE_IGPU;
}

/// Those that ggml knows already, in the order in which whisper.cpp and parakeet.cpp count them.
std::vector<ggml_backend_dev_t> cards() {
    std::vector<ggml_backend_dev_t> found;
    for (size_t i = 0; i < ggml_backend_dev_count(); i++) {
        if (is_card(ggml_backend_dev_get(i))) found.push_back(ggml_backend_dev_get(i));
    }
    return found;
}

/// Of a backend that is part of the program: Metal on macOS.
Device built_in(ggml_backend_dev_t card, int place) {
    Device device;
    device.name = ggml_backend_dev_description(card);
    device.driver = ggml_backend_reg_name(ggml_backend_dev_backend_reg(card));
    device.id = device.driver + "-" + device.name;
    const bool shares_memory = ggml_backend_dev_type(card) == GGML_BACKEND_DEVICE_TYPE_IGPU;
    device.type = shares_memory ? "integrated" : "discrete";
    size_t free = 0;
    size_t total = 0;
    ggml_backend_dev_memory(card, &free, &total);
    device.memory_free = free;
    device.memory_total = total;
    device.place = place;
    return device;
}

int rank(const Device & device) {
    if (device.type == "discrete") return 0;
    if (device.type == "integrated") return 1;
    return device.type == "software" ? 3 : 2;
}

bool counts(const Device & device) {
    return device.type != "software" || std::getenv("STENO_SOFTWARE_DEVICE") != nullptr;
}

/// Those that count, the best first.
std::vector<Device> ranked(std::vector<Device> devices) {
    devices.erase(std::remove_if(devices.begin(), devices.end(), [](const Device & one) { return !counts(one); }),
                  devices.end());
    std::stable_sort(devices.begin(), devices.end(), [](const Device & a, const Device & b) {
        return rank(a) != rank(b) ? rank(a) < rank(b) : a.memory_total > b.memory_total;
    });
    return devices;
}

}  // namespace

std::vector<Device> list_devices() {
    std::vector<Device> devices;
    for (ggml_backend_dev_t card : cards()) devices.push_back(built_in(card, static_cast<int>(devices.size())));
    if (devices.empty() && has_vulkan_backend()) devices = vulkan_devices();
    return ranked(std::move(devices));
}

std::vector<Device> waiting_devices() {
    if (has_vulkan_backend()) return {};
    return ranked(vulkan_devices());
}

const Device * choose_device(const std::vector<Device> & devices, const std::string & wanted) {
    if (wanted == "cpu") return nullptr;
    if (wanted == "auto") return devices.empty() ? nullptr : devices.data();
    for (size_t i = 0; i < devices.size(); i++) {
        if (wanted == devices[i].id || wanted == devices[i].name || wanted == std::to_string(i)) return &devices[i];
    }
    throw DeviceError("device_failed", "There is no graphics card of that name or number");
}

Json describe_device(const Device * device) {
    if (device == nullptr) return nullptr;
    return {
        {"id", device->id},
        {"name", device->name},
        {"type", device->type},
        {"driver", device->driver},
        {"memory_total", device->memory_total},
        {"memory_free", device->memory_free},
    };
}

int use_device(const Device & device) {
    if (!cards().empty()) return device.place;
    load_vulkan_backend(device.place);
    if (cards().empty()) throw DeviceError("device_failed", "The graphics card cannot be used with its driver");
    return 0;
}

void require_device_memory(int number, uint64_t weight_bytes, int lanes) {
    const double lane = static_cast<double>(lane_bytes) + lane_share * static_cast<double>(weight_bytes);
    const uint64_t needed = weight_bytes + static_cast<uint64_t>(lanes * lane);
    size_t free = 0;
    size_t total = 0;
    ggml_backend_dev_memory(cards().at(static_cast<size_t>(number)), &free, &total);
    if (free < needed) throw DeviceError("device_memory", "The graphics card has too little free memory for the model");
}

}  // namespace steno
