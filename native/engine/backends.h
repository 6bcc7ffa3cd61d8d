#pragma once

namespace steno {

/// In a build for other machines: loads the best kernels for this processor from the libraries beside the program. In a
/// build for this machine the kernels are part of the program, and this does nothing.
void load_backends();

/// Whether the library that computes on graphics cards is beside the program.
bool has_vulkan_backend();

/// Loads that library for one device, by its number in Vulkan's own order. If it cannot be loaded, ggml knows no more
/// devices than before.
void load_vulkan_backend(int place);

}  // namespace steno
