#pragma once

namespace steno_test {

/// Compares the processor's attention, of tuning/attention.cpp or of ggml, with what double precision says. Returns what
/// is wrong, or null.
const char * wrong_attention();

}  // namespace steno_test
