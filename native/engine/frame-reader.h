#pragma once

#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include "events.h"

namespace steno {

/// One request as received over the pipe: a header that is a JSON object, and its audio bytes. If `error_code` is not
/// empty the frame is invalid, was skipped, and has only its id (null when unknown) and a message.
struct Frame {
    Json header;
    std::vector<uint8_t> payload;
    std::string error_code;
    std::string message;
};

/// Reads the next frame, valid or not; nothing at the end of the input. Headers end at a newline and have at most 64
/// KiB, payloads at most 960000 bytes (30 s); both limits are enforced while reading, not afterwards.
std::optional<Frame> read_frame(std::FILE * input);

/// The id in a request's header, or null if it has no usable one.
Json frame_id(const Json & header);

}  // namespace steno
