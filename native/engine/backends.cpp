#include "backends.h"

#include <ggml.h>

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
#else
#include <dlfcn.h>
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

#if defined(STENO_BACKENDS_BESIDE) && defined(STENO_ONEDNN)

namespace {

/// The library of oneDNN's products; nothing where oneDNN is missing. It calls the kernels of ggml that were loaded, whose
/// names are known to other libraries only once they are loaded again so.
void * products_library() {
    static void * const library = []() -> void * {
        ggml_backend_reg_t kernels = ggml_backend_reg_by_name("CPU");
        Dl_info place = {};
        if (kernels == nullptr) return nullptr;
        if (dladdr(ggml_backend_reg_get_proc_address(kernels, "ggml_backend_set_n_threads"), &place) == 0) return nullptr;
        if (dlopen(place.dli_fname, RTLD_NOW | RTLD_NOLOAD | RTLD_GLOBAL) == nullptr) return nullptr;
        return dlopen((folder() / "libsteno-products.so").c_str(), RTLD_NOW);
    }();
    return library;
}

/// What products.h declares.
template <typename Function> Function * of_products(const char * name) {
    void * library = products_library();
    return library ? reinterpret_cast<Function *>(dlsym(library, name)) : nullptr;
}

}  // namespace

bool has_products(int type) {
    auto * has = of_products<int(int)>("steno_has_products");
    return has != nullptr && has(type);
}

void use_products(int type) {
    if (auto * use = of_products<void(int)>("steno_use_products")) use(type);
}

#elif defined(STENO_ONEDNN)

bool has_products(int type) { return steno_has_products(type); }

void use_products(int type) { steno_use_products(type); }

#else

bool has_products(int) { return false; }

void use_products(int) {}

#endif

void load_backends() {
#ifdef STENO_BACKENDS_BESIDE
    ggml_backend_load_all_from_path(folder().u8string().c_str());
#else
    install_op_clock();
#endif
    use_products(GGML_TYPE_BF16);
}

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
