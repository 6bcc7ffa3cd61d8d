#pragma once

// Included before everything else in ggml-vulkan.cpp (CMakeLists.txt beside this file), which names three types that
// Vulkan's headers have only since 1.3.272, in October 2023. Older ones know everything else it needs.

#include <vulkan/vulkan_core.h>

#ifndef VK_EXT_layer_settings

#include <cstdint>
#include <vector>

namespace vk {

enum class LayerSettingTypeEXT { eBool32 = 0 };

struct LayerSettingEXT {
    const char * layer;
    const char * name;
    LayerSettingTypeEXT type;
    uint32_t value_count;
    const void * values;
};

struct LayerSettingsCreateInfoEXT {
    explicit LayerSettingsCreateInfoEXT(const std::vector<LayerSettingEXT> & settings)
        : count(static_cast<uint32_t>(settings.size())), settings(settings.data()) {}

    VkStructureType type = static_cast<VkStructureType>(1000496000);
    const void * next = nullptr;
    uint32_t count;
    const LayerSettingEXT * settings;
};

}  // namespace vk

#endif
