#pragma once

#include <string>

namespace steno_test {

/// Compares products of Q8_0 with few columns, and with some more, with their exact results. Returns what is wrong, or nothing.
std::string wrong_few_columns();

/// The same for GELU, by double precision.
std::string wrong_gelu();

}  // namespace steno_test
