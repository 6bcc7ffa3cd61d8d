#pragma once

namespace steno_test {

/// Which graphs have one thread. Returns what is wrong, or nullptr.
const char * wrong_token_threads();

}  // namespace steno_test
