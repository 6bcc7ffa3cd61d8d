#pragma once

// AMX: eight tiles of 16 rows of 64 bytes, and instructions that multiply them (Intel's manual, volume 1, chapter 18).
// A thread that uses them says their shape before and gives them back afterwards, since oneDNN has shapes of its own.

#if defined(__AMX_TILE__) && defined(__AMX_BF16__) && defined(__linux__)
#define STENO_AMX

#include <sys/syscall.h>
#include <unistd.h>

#include <cstdint>

namespace steno {

/// What ldtilecfg reads: 64 bytes.
struct alignas(64) TileShapes {
    uint8_t palette = 1;
    uint8_t start_row = 0;
    uint8_t reserved[14] = {};
    uint16_t row_bytes[16] = {64, 64, 64, 64, 64, 64, 64, 64};
    uint8_t rows[16] = {16, 16, 16, 16, 16, 16, 16, 16};
};
static_assert(sizeof(TileShapes) == 64);

/// Linux saves tiles only for processes that have asked for it.
inline bool may_use_tiles() {
    constexpr int request_permission = 0x1023;
    constexpr int tile_data = 18;
    static const bool permitted = syscall(SYS_arch_prctl, request_permission, tile_data) == 0;
    return permitted;
}

/// A thread's tiles, all of 16 rows of 64 bytes. Not with _tile_loadconfig, which in GCC before 13 reads 8 bytes of the shapes.
class Tiles {
public:
    Tiles() { __asm__ volatile("ldtilecfg %0" : : "m"(shapes_)); }
    ~Tiles() { __asm__ volatile("tilerelease"); }
    Tiles(const Tiles &) = delete;
    Tiles & operator=(const Tiles &) = delete;

private:
    TileShapes shapes_;
};

}  // namespace steno

#endif
