#pragma once

#include <string>

namespace steno {

/// Takes the complete characters off the front of `bytes` and leaves an unfinished last character in it.
/// Bytes that can never become a character turn into U+FFFD.
std::string take_characters(std::string & bytes);

/// Takes everything off `bytes`; an unfinished last character turns into U+FFFD.
std::string take_rest(std::string & bytes);

}  // namespace steno
