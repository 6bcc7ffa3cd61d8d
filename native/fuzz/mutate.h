#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace fuzz {

/// The same numbers for the same seed with every compiler.
class Chance {
public:
    explicit Chance(uint64_t seed) : engine_(seed) {}
    /// From 0 to `count` - 1; 0 if there is nothing to choose from.
    size_t below(size_t count) { return count == 0 ? 0 : static_cast<size_t>(engine_() % count); }
    bool one_in(size_t count) { return below(count) == 0; }
    template <typename Item>
    const Item & of(const std::vector<Item> & items) {
        return items[below(items.size())];
    }

private:
    std::mt19937_64 engine_;
};

/// Ends the program, which fails the test, unless the condition holds.
void require(bool holds, const char * what);

/// Numbers at which sizes and counts overflow.
inline uint32_t extreme(Chance & chance) {
    static constexpr std::array<uint32_t, 14> numbers = {0,          1,          2,          3,     0x7f,
                                                         0xff,       0x100,      0x7fff,     51865, 0x10000,
                                                         0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff};
    return numbers[chance.below(numbers.size())];
}

/// Changes some bytes: a bit, a byte, a number set to an extreme, a block removed, zeroed or duplicated, or the end cut
/// off. `places`, if given, lists where changes matter.
inline void mutate(std::string & bytes, Chance & chance, const std::vector<size_t> & places = {}) {
    for (size_t changes = 1 + chance.below(4); changes > 0 && !bytes.empty(); changes--) {
        const size_t anywhere = chance.below(bytes.size());
        const size_t at = places.empty() || chance.one_in(8) ? anywhere : chance.of(places) % bytes.size();
        const size_t length = std::min(bytes.size() - at, 1 + chance.below(64));
        switch (chance.below(8)) {
            case 0: bytes[at] = static_cast<char>(bytes[at] ^ (1 << chance.below(8))); break;
            case 1: bytes[at] = static_cast<char>(chance.below(256)); break;
            case 2: bytes.erase(at, length); break;
            case 3: bytes.insert(at, bytes.substr(at, length)); break;
            case 4: bytes.replace(at, length, length, '\0'); break;
            case 5: if (chance.one_in(4)) bytes.resize(at); break;
            default:
                for (size_t i = 0, number = extreme(chance); i < 4 && at + i < bytes.size(); i++) {
                    bytes[at + i] = static_cast<char>(number >> (8 * i));
                }
        }
    }
}

}  // namespace fuzz
