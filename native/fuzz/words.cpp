#include "arguments.h"
#include "subjects.h"
#include "utf8.h"

namespace fuzz {

namespace {

/// Follows the table of RFC 3629, section 4, but unlike utf8.cpp by the value of each character.
bool is_utf8(const std::string & text) {
    for (size_t at = 0; at < text.size();) {
        const unsigned char lead = static_cast<unsigned char>(text[at]);
        const size_t length = lead < 0x80 ? 1 : lead >> 5 == 6 ? 2 : lead >> 4 == 14 ? 3 : lead >> 3 == 30 ? 4 : 0;
        if (length == 0 || at + length > text.size()) return false;
        uint32_t value = length == 1 ? lead : lead & (0x7fu >> length);
        for (size_t i = 1; i < length; i++) {
            const unsigned char next = static_cast<unsigned char>(text[at + i]);
            if (next >> 6 != 2) return false;
            value = value << 6 | (next & 0x3fu);
        }
        static constexpr uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
        if (value < least[length] || value > 0x10ffff || (value >= 0xd800 && value < 0xe000)) return false;
        at += length;
    }
    return true;
}

std::string take_all(const std::string & bytes, Chance & chance, size_t most) {
    std::string pending;
    std::string out;
    for (size_t at = 0; at < bytes.size();) {
        const size_t some = std::min(bytes.size() - at, 1 + chance.below(most));
        pending.append(bytes, at, some);
        out += steno::take_characters(pending);
        require(pending.size() < 4, "only an unfinished character waits");
        at += some;
    }
    out += steno::take_rest(pending);
    require(pending.empty(), "nothing is left behind");
    return out;
}

}  // namespace

void take_words(Chance & chance) {
    static const std::vector<std::string> parts = {"a",      " ",          "\xC3\xA4",     "\xE6\x9C\xAC",
                                                   "\xF0\x9F\x99\x82", "\xEF\xBF\xBF", "\xF4\x8F\xBF\xBF", std::string(1, '\0')};
    std::string bytes;
    for (size_t count = chance.below(20); count > 0; count--) bytes += chance.of(parts);
    require(take_all(bytes, chance, 5) == bytes, "whole characters stay as they are");
    mutate(bytes, chance);
    const std::string text = take_all(bytes, chance, bytes.size() + 1);
    require(is_utf8(text), "what comes out is UTF-8");
    require(take_all(bytes, chance, 3) == text, "the pieces it comes in change nothing");
}

void read_command_lines(Chance & chance) {
    static const std::vector<std::string> words = {
        "--model", "--check", "--lanes", "--threads", "--device", "--precision", "on",    "off", "auto", "1",
        "64",      "65",      "0",       "-1",        "9999",     "99999",  "1e3",   "",    "x",    "a.bin",
        "--",      "--model=a", "--devices", "cpu", "\xFF",  std::string(5000, '9')};
    std::vector<std::string> line;
    for (size_t count = chance.below(9); count > 0; count--) line.push_back(chance.of(words));
    if (!line.empty()) mutate(line[chance.below(line.size())], chance);
    std::vector<char *> values;
    for (std::string & word : line) values.push_back(word.data());
    try {
        const steno::Arguments arguments = steno::read_arguments(static_cast<int>(values.size()), values.data());
        require(arguments.list_devices || !arguments.model.empty(), "there is a model where one is needed");
        require(arguments.lanes >= 1 && arguments.lanes <= 64, "the lanes are in range");
        require(arguments.threads >= 1 && arguments.threads <= 256, "the threads are in range");
    } catch (const std::invalid_argument &) {
    }
}

}  // namespace fuzz
