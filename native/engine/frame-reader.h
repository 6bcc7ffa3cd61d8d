#pragma once

#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include "events.h"

namespace steno {

/// One request as it came over the pipe: a header that is a JSON object, and its audio bytes. When `error_code`
/// is not empty the frame is bad, was skipped, and has only its id (null when unknown) and a message.
struct Frame {
    Json header;
    std::vector<uint8_t> payload;
    std::string error_code;
    std::string message;
};

/// Reads the next frame, good or bad; nothing at the end of the input. Headers end at a newline and hold at most
/// 64 KiB, payloads at most 960000 bytes (30 s); both limits are kept while reading, never after.
std::optional<Frame> read_frame(std::FILE * input);

/// The id of a request's header, or null when it has no usable one.
Json frame_id(const Json & header);

}  // namespace steno
