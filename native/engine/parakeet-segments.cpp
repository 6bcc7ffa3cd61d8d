#include "parakeet-segments.h"

#include <algorithm>

#include "utf8.h"

namespace steno {

namespace {

const std::string space_mark = "\xE2\x96\x81";
constexpr int64_t frame_ms = 80;
constexpr int64_t pause_ms = 1000;

bool starts_with(const std::string & text, const std::string & start) { return text.rfind(start, 0) == 0; }

bool ends_with(const std::string & text, const std::string & end) {
    return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

bool is_control(const std::string & piece) {
    if (piece == "<unk>" || piece == "<s>" || piece == "</s>" || piece == "<pad>") return true;
    return piece.size() > 4 && starts_with(piece, "<|") && ends_with(piece, "|>");
}

bool ends_sentence(const std::string & text) {
    static const std::vector<std::string> marks = {".", "?", "!", "\xE2\x80\xA6"};
    return std::any_of(marks.begin(), marks.end(), [&](const std::string & mark) { return ends_with(text, mark); });
}

/// Whether the text holds a letter or digit; all bytes outside ASCII count as letters.
bool is_spoken(const std::string & text) {
    return std::any_of(text.begin(), text.end(), [](char c) {
        const unsigned char byte = static_cast<unsigned char>(c);
        return byte >= 0x80 || (byte >= '0' && byte <= '9') || ((byte | 0x20) >= 'a' && (byte | 0x20) <= 'z');
    });
}

/// The tokens with text, with times that increase within the window.
std::vector<SpokenPiece> in_order(const std::vector<TranscribedPiece> & transcribed, int64_t window_ms) {
    std::vector<SpokenPiece> pieces;
    int64_t last = 0;
    for (const TranscribedPiece & piece : transcribed) {
        const std::string text = piece_text(piece.piece);
        if (text.empty()) continue;
        const int64_t start = std::clamp(piece.start_ms, last, window_ms);
        const int64_t end = std::clamp(piece.end_ms, start, window_ms);
        pieces.push_back({piece.id, text, start, end, std::clamp(piece.p, 0.0, 1.0)});
        last = start;
    }
    for (size_t i = 0; i < pieces.size(); i++) {
        SpokenPiece & piece = pieces[i];
        const int64_t room = i + 1 < pieces.size() ? pieces[i + 1].start_ms : window_ms;
        if (piece.end_ms == piece.start_ms && is_spoken(piece.text)) piece.end_ms += frame_ms;
        piece.end_ms = std::clamp(piece.end_ms, piece.start_ms, room);
    }
    return pieces;
}

bool begins_segment(const SpokenPiece & before, const SpokenPiece & piece) {
    if (!starts_with(piece.text, " ")) return false;
    return ends_sentence(before.text) || piece.start_ms - before.end_ms >= pause_ms;
}

}  // namespace

std::string piece_text(const std::string & piece) {
    if (is_control(piece)) return "";
    std::string bytes;
    for (size_t at = 0; at < piece.size();) {
        const bool is_space = piece.compare(at, space_mark.size(), space_mark) == 0;
        bytes += is_space ? ' ' : piece[at];
        at += is_space ? space_mark.size() : 1;
    }
    const std::string whole = take_characters(bytes);
    return whole + take_rest(bytes);
}

std::vector<std::vector<SpokenPiece>> parakeet_segments(const std::vector<TranscribedPiece> & transcribed, int64_t window_ms) {
    std::vector<std::vector<SpokenPiece>> segments;
    for (const SpokenPiece & piece : in_order(transcribed, window_ms)) {
        if (segments.empty() || begins_segment(segments.back().back(), piece)) segments.emplace_back();
        segments.back().push_back(piece);
    }
    return segments;
}

}  // namespace steno
