#pragma once

#include <vector>

#include "devices.h"

namespace steno {

/// The devices of Vulkan that ggml's backend supports, in no particular order; none where Vulkan is not installed or was
/// not built in. Asks Vulkan's loader itself, since ggml tells neither drivers nor software devices.
std::vector<Device> vulkan_devices();

}  // namespace steno
