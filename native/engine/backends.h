#pragma once

namespace steno {

/// In a build for other machines: loads the best kernels for this processor from the libraries beside the program. In a
/// build for this machine the kernels are part of the program, and this does nothing.
void load_backends();

}  // namespace steno
