#include "backends.h"

#include "op-clock.h"
#ifdef STENO_ONEDNN
#include "products.h"
#endif

#if defined(STENO_BACKENDS_BESIDE) || defined(STENO_VULKAN)

#include <ggml-backend.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#ifdef _WIN32
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
#endif

namespace steno {

namespace {

// Never the working directory, where ggml would also look: anyone's file may be there.
std::filesystem::path folder() {
#ifdef _WIN32
    wchar_t path[MAX_PATH] = {};
    GetModuleFileNameW(nullptr, path, MAX_PATH);
    return std::filesystem::path(path).parent_path();
#else
    return std::filesystem::read_symlink("/proc/self/exe").parent_path();
#endif
}

}  // namespace

}  // namespace steno

#endif

namespace steno {

#ifdef STENO_BACKENDS_BESIDE

void load_backends() { ggml_backend_load_all_from_path(folder().u8string().c_str()); }

#else

void load_backends() {
#ifdef STENO_ONEDNN
    steno_use_bf16_products();
#endif
    install_op_clock();
}

#endif

#ifdef STENO_ONEDNN

int int8_steps() { return steno_int8_steps(); }

void use_int8_products() { steno_use_int8_products(); }

#else

int int8_steps() { return 0; }

void use_int8_products() {}

#endif

#ifdef STENO_VULKAN

namespace {

std::filesystem::path vulkan_library() {
#ifdef _WIN32
    return folder() / "steno-vulkan.dll";
#else
    return folder() / "libsteno-vulkan.so";
#endif
}

}  // namespace

bool has_vulkan_backend() {
    std::error_code error;
    return std::filesystem::exists(vulkan_library(), error);
}

void load_vulkan_backend(int place) {
    // ggml then shows this device alone, even one that it would leave out.
    const std::string number = std::to_string(place);
#ifdef _WIN32
    _putenv_s("GGML_VK_VISIBLE_DEVICES", number.c_str());
#else
    setenv("GGML_VK_VISIBLE_DEVICES", number.c_str(), 1);
#endif
    ggml_backend_load(vulkan_library().u8string().c_str());
}

#else

bool has_vulkan_backend() { return false; }

void load_vulkan_backend(int) {}

#endif

}  // namespace steno
