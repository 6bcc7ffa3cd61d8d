#include "utf8.h"

#include <algorithm>
#include <cstddef>

namespace steno {

namespace {

constexpr const char * replacement = "\xEF\xBF\xBD";

/// The length in bytes of the character that starts with `lead`, or 0 if none does (RFC 3629, section 4).
size_t sequence_length(unsigned char lead) {
    if (lead < 0x80) return 1;
    if (lead >= 0xC2 && lead <= 0xDF) return 2;
    if (lead >= 0xE0 && lead <= 0xEF) return 3;
    if (lead >= 0xF0 && lead <= 0xF4) return 4;
    return 0;
}

/// Whether `byte` may be at position `index` (1…3) of the character that starts with `lead`.
bool may_follow(unsigned char lead, size_t index, unsigned char byte) {
    if (index > 1) return byte >= 0x80 && byte <= 0xBF;
    const unsigned char low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
    const unsigned char high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
    return byte >= low && byte <= high;
}

}  // namespace

std::string take_characters(std::string & bytes) {
    std::string out;
    size_t at = 0;
    while (at < bytes.size()) {
        const unsigned char lead = static_cast<unsigned char>(bytes[at]);
        const size_t length = sequence_length(lead);
        const size_t there = std::min(length, bytes.size() - at);
        size_t good = length == 0 ? 0 : 1;
        while (good > 0 && good < there && may_follow(lead, good, static_cast<unsigned char>(bytes[at + good]))) {
            good++;
        }
        if (length > 0 && good == length) {
            out.append(bytes, at, length);
            at += length;
        } else if (length > 0 && good == there) {
            break;
        } else {
            out += replacement;
            at += std::max<size_t>(good, 1);
        }
    }
    bytes.erase(0, at);
    return out;
}

std::string take_rest(std::string & bytes) {
    std::string out = take_characters(bytes);
    if (!bytes.empty()) out += replacement;
    bytes.clear();
    return out;
}

}  // namespace steno
