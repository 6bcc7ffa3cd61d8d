#pragma once

namespace steno {

/// In a build for other machines: loads the best kernels for this processor from the libraries beside the program, and
/// oneDNN's if they are there. In a build for this machine the kernels are part of the program.
void load_backends();

/// How many steps there are up to the greatest weight when oneDNN multiplies 8 bits on this processor: 127, 64 where its
/// instructions hold no more, 0 where it is no faster than ggml is with f16.
int int8_steps();

/// The f16 matrices of the model that is loaded next are kept and multiplied in 8 bits.
void use_int8_products();

/// Whether the library that computes on graphics cards is beside the program.
bool has_vulkan_backend();

/// Loads that library for one device, by its number in Vulkan's own order. If it cannot be loaded, ggml knows no more
/// devices than before.
void load_vulkan_backend(int place);

}  // namespace steno
