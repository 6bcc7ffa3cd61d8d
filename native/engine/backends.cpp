#include "backends.h"

#ifdef STENO_BACKENDS_BESIDE

#include <ggml-backend.h>

#include <filesystem>

#ifdef _WIN32
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
#endif

namespace steno {

namespace {

std::filesystem::path program() {
#ifdef _WIN32
    wchar_t path[MAX_PATH] = {};
    GetModuleFileNameW(nullptr, path, MAX_PATH);
    return path;
#else
    return std::filesystem::read_symlink("/proc/self/exe");
#endif
}

}  // namespace

// Never from the working directory, where ggml would also look: anyone's file may be there.
void load_backends() {
    ggml_backend_load_all_from_path(program().parent_path().string().c_str());
}

}  // namespace steno

#else

namespace steno {

void load_backends() {}

}  // namespace steno

#endif
