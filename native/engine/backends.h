#pragma once

namespace steno {

/// In a build for other machines: loads the best kernels for this processor from the libraries beside the program, and
/// those of packed matrices if they are there. In a build for this machine the kernels are part of the program.
void load_backends();

/// Whether f16 matrices are multiplied faster in GGML_TYPE_I8 or GGML_TYPE_I16 than as they are, on this processor.
bool has_products(int type);

/// The f16 matrices of the model that is loaded next are kept and multiplied in this type.
void use_products(int type);

/// Whether the library that computes on graphics cards is beside the program.
bool has_vulkan_backend();

/// Loads that library for one device, by its number in Vulkan's own order. If it cannot be loaded, ggml knows no more
/// devices than before.
void load_vulkan_backend(int place);

}  // namespace steno
