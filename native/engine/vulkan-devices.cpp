#include "vulkan-devices.h"

#ifdef STENO_VULKAN

#define VK_NO_PROTOTYPES
#include <vulkan/vulkan_core.h>

#include <algorithm>
#include <cstring>

#ifdef _WIN32
#define WIN32_LEAN_AND_MEAN
#define NOMINMAX
#include <windows.h>
#else
#include <dlfcn.h>
#endif

namespace steno {

namespace {

PFN_vkGetInstanceProcAddr find_loader() {
#ifdef _WIN32
    // From the system's own folder: the driver installs it there.
    HMODULE library = LoadLibraryExW(L"vulkan-1.dll", nullptr, LOAD_LIBRARY_SEARCH_SYSTEM32);
    if (library == nullptr) return nullptr;
    const auto found = reinterpret_cast<void *>(GetProcAddress(library, "vkGetInstanceProcAddr"));
#else
    void * library = dlopen("libvulkan.so.1", RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) return nullptr;
    void * found = dlsym(library, "vkGetInstanceProcAddr");
#endif
    return reinterpret_cast<PFN_vkGetInstanceProcAddr>(found);
}

/// An instance of Vulkan and the functions that tell about its devices.
class Instance {
public:
    explicit Instance(PFN_vkGetInstanceProcAddr get) : get_(get) {
        const auto create = function<PFN_vkCreateInstance>("vkCreateInstance");
        VkApplicationInfo application{};
        application.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO;
        application.pApplicationName = "steno-engine";
        application.apiVersion = VK_API_VERSION_1_2;
        VkInstanceCreateInfo info{};
        info.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO;
        info.pApplicationInfo = &application;
        if (create == nullptr || create(&info, nullptr, &instance_) != VK_SUCCESS) instance_ = VK_NULL_HANDLE;
    }
    Instance(const Instance &) = delete;
    Instance & operator=(const Instance &) = delete;
    ~Instance() {
        if (instance_ == VK_NULL_HANDLE) return;
        const auto destroy = function<PFN_vkDestroyInstance>("vkDestroyInstance");
        if (destroy != nullptr) destroy(instance_, nullptr);
    }

    std::vector<VkPhysicalDevice> devices() const {
        const auto list = function<PFN_vkEnumeratePhysicalDevices>("vkEnumeratePhysicalDevices");
        uint32_t count = 0;
        if (instance_ == VK_NULL_HANDLE || list == nullptr || list(instance_, &count, nullptr) != VK_SUCCESS) return {};
        std::vector<VkPhysicalDevice> found(count);
        const VkResult result = list(instance_, &count, found.data());
        if (result != VK_SUCCESS && result != VK_INCOMPLETE) return {};
        found.resize(count);
        return found;
    }

    template <class Function>
    Function function(const char * name) const {
        return reinterpret_cast<Function>(get_(instance_, name));
    }

private:
    PFN_vkGetInstanceProcAddr get_;
    VkInstance instance_ = VK_NULL_HANDLE;
};

std::string type_name(VkPhysicalDeviceType type) {
    switch (type) {
        case VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU: return "discrete";
        case VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU: return "integrated";
        case VK_PHYSICAL_DEVICE_TYPE_CPU: return "software";
        default: return "virtual";
    }
}

std::string hexadecimal(const uint8_t (&bytes)[VK_UUID_SIZE]) {
    static const char digits[] = "0123456789abcdef";
    std::string text;
    for (const uint8_t byte : bytes) {
        text += digits[byte >> 4];
        text += digits[byte & 15];
    }
    return text;
}

bool stores_halves(const Instance & instance, VkPhysicalDevice device) {
    VkPhysicalDevice16BitStorageFeatures halves{};
    halves.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_16BIT_STORAGE_FEATURES;
    VkPhysicalDeviceFeatures2 features{};
    features.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
    features.pNext = &halves;
    instance.function<PFN_vkGetPhysicalDeviceFeatures2>("vkGetPhysicalDeviceFeatures2")(device, &features);
    return halves.storageBuffer16BitAccess == VK_TRUE;
}

bool tells_its_budget(const Instance & instance, VkPhysicalDevice device) {
    const auto list =
        instance.function<PFN_vkEnumerateDeviceExtensionProperties>("vkEnumerateDeviceExtensionProperties");
    uint32_t count = 0;
    if (list(device, nullptr, &count, nullptr) != VK_SUCCESS) return false;
    std::vector<VkExtensionProperties> extensions(count);
    if (list(device, nullptr, &count, extensions.data()) != VK_SUCCESS) return false;
    return std::any_of(extensions.begin(), extensions.end(), [](const VkExtensionProperties & extension) {
        return std::strcmp(extension.extensionName, VK_EXT_MEMORY_BUDGET_EXTENSION_NAME) == 0;
    });
}

/// The memory of the card itself; of an integrated one, all that it shares with the processor.
void measure_memory(const Instance & instance, VkPhysicalDevice from, Device & device) {
    const bool has_budget = tells_its_budget(instance, from);
    VkPhysicalDeviceMemoryBudgetPropertiesEXT budget{};
    budget.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_BUDGET_PROPERTIES_EXT;
    VkPhysicalDeviceMemoryProperties2 memory{};
    memory.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_PROPERTIES_2;
    if (has_budget) memory.pNext = &budget;
    instance.function<PFN_vkGetPhysicalDeviceMemoryProperties2>("vkGetPhysicalDeviceMemoryProperties2")(from, &memory);
    for (uint32_t i = 0; i < memory.memoryProperties.memoryHeapCount; i++) {
        const VkMemoryHeap & heap = memory.memoryProperties.memoryHeaps[i];
        if (device.type != "integrated" && (heap.flags & VK_MEMORY_HEAP_DEVICE_LOCAL_BIT) == 0) continue;
        device.memory_total += heap.size;
        const uint64_t used = has_budget ? std::min(budget.heapUsage[i], budget.heapBudget[i]) : 0;
        device.memory_free += has_budget ? budget.heapBudget[i] - used : heap.size;
    }
}

Device describe(const Instance & instance, VkPhysicalDevice from, int place) {
    VkPhysicalDeviceIDProperties ids{};
    ids.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ID_PROPERTIES;
    VkPhysicalDeviceDriverProperties driver{};
    driver.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES;
    driver.pNext = &ids;
    VkPhysicalDeviceProperties2 all{};
    all.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2;
    all.pNext = &driver;
    instance.function<PFN_vkGetPhysicalDeviceProperties2>("vkGetPhysicalDeviceProperties2")(from, &all);
    Device device;
    device.id = hexadecimal(ids.deviceUUID);
    device.name = all.properties.deviceName;
    device.type = type_name(all.properties.deviceType);
    device.driver = std::string(driver.driverName) + " " + driver.driverInfo;
    device.place = place;
    measure_memory(instance, from, device);
    return device;
}

/// ggml's backend needs Vulkan 1.2 and 16-bit storage.
bool is_supported(const Instance & instance, VkPhysicalDevice device) {
    VkPhysicalDeviceProperties properties{};
    instance.function<PFN_vkGetPhysicalDeviceProperties>("vkGetPhysicalDeviceProperties")(device, &properties);
    return properties.apiVersion >= VK_API_VERSION_1_2 && stores_halves(instance, device);
}

}  // namespace

std::vector<Device> vulkan_devices() {
    const PFN_vkGetInstanceProcAddr loader = find_loader();
    if (loader == nullptr) return {};
    const Instance instance(loader);
    std::vector<Device> found;
    int place = 0;
    for (VkPhysicalDevice from : instance.devices()) {
        const int own = place++;
        if (!is_supported(instance, from)) continue;
        const Device device = describe(instance, from, own);
        // A card with two drivers is listed twice: the loader puts the preferred one first.
        const bool known = std::any_of(found.begin(), found.end(), [&](const Device & one) { return one.id == device.id; });
        if (!known) found.push_back(device);
    }
    return found;
}

}  // namespace steno

#else

namespace steno {

std::vector<Device> vulkan_devices() { return {}; }

}  // namespace steno

#endif
