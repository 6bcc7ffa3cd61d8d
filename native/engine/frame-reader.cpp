#include "frame-reader.h"

#include <algorithm>
#include <array>

namespace steno {

namespace {

constexpr size_t max_header_bytes = 64 * 1024;
constexpr uint64_t max_payload_bytes = 960000;
constexpr uint64_t max_skipped_bytes = 1ull << 30;
constexpr size_t max_id_bytes = 128;

enum class Line { whole, too_long, end };

/// Reads up to the newline; a line that is too long is read to its end and dropped, so that the next header is found.
Line read_line(std::FILE * input, std::string & line) {
    line.clear();
    bool too_long = false;
    for (int byte = std::getc(input); byte != EOF; byte = std::getc(input)) {
        if (byte == '\n') return too_long ? Line::too_long : Line::whole;
        if (line.size() < max_header_bytes) {
            line.push_back(static_cast<char>(byte));
        } else {
            too_long = true;
        }
    }
    return Line::end;
}

Frame bad(const Json & id, const char * code, const std::string & message) {
    return {Json{{"id", id}}, {}, code, message};
}

bool skip(std::FILE * input, uint64_t bytes) {
    std::array<char, 16384> waste;
    while (bytes > 0) {
        const size_t want = static_cast<size_t>(std::min<uint64_t>(bytes, waste.size()));
        if (std::fread(waste.data(), 1, want, input) != want) return false;
        bytes -= want;
    }
    return true;
}

std::optional<Frame> read_payload(std::FILE * input, Json header) {
    const Json id = frame_id(header);
    const auto field = header.find("bytes");
    if (field == header.end()) return Frame{std::move(header), {}, "", ""};
    // The parser stores every non-negative integer as unsigned.
    if (!field->is_number_unsigned()) return bad(id, "bad_frame", "bytes is not a whole number");
    const uint64_t bytes = field->get<uint64_t>();
    if (bytes > max_skipped_bytes) return bad(id, "bad_frame", "bytes is impossibly large");
    if (bytes > max_payload_bytes) {
        if (!skip(input, bytes)) return std::nullopt;
        return bad(id, "too_long", "A window may hold at most 30 seconds");
    }
    Frame frame{std::move(header), std::vector<uint8_t>(static_cast<size_t>(bytes)), "", ""};
    if (std::fread(frame.payload.data(), 1, frame.payload.size(), input) != frame.payload.size()) {
        return std::nullopt;
    }
    if (bytes % 2 != 0) return bad(id, "bad_frame", "bytes is odd, but samples have two bytes");
    return frame;
}

}  // namespace

Json frame_id(const Json & header) {
    const auto id = header.find("id");
    if (id == header.end() || !id->is_string()) return nullptr;
    const std::string & text = id->get_ref<const std::string &>();
    return text.empty() || text.size() > max_id_bytes ? Json(nullptr) : Json(text);
}

std::optional<Frame> read_frame(std::FILE * input) {
    std::string line;
    switch (read_line(input, line)) {
        case Line::end: return std::nullopt;
        case Line::too_long: return bad(nullptr, "bad_frame", "The header is longer than 64 KiB");
        case Line::whole: break;
    }
    Json header = Json::parse(line, nullptr, false);
    if (header.is_discarded()) return bad(nullptr, "bad_frame", "The header is not valid JSON");
    if (!header.is_object()) return bad(nullptr, "bad_frame", "The header is not a JSON object");
    return read_payload(input, std::move(header));
}

}  // namespace steno
