#pragma once

#include <string>

namespace steno_test {

/// Compares products of packed matrices, and what follows them, with what double precision says, for random sizes. Returns
/// what is wrong, or nothing; nothing, too, where products are not packed.
std::string wrong_products(unsigned seed);

}  // namespace steno_test
