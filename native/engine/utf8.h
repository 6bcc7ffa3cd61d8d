#pragma once

#include <string>

namespace steno {

/// Removes the complete characters from the front of `bytes` and leaves an incomplete last one in it. Bytes that cannot
/// become a character turn into U+FFFD.
std::string take_characters(std::string & bytes);

/// Removes everything from `bytes`; an incomplete last character turns into U+FFFD.
std::string take_rest(std::string & bytes);

}  // namespace steno
