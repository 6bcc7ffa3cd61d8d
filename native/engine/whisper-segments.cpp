#include "whisper-segments.h"

#include <algorithm>
#include <optional>

#include "token-times.h"
#include "utf8.h"

namespace steno {

namespace {

constexpr int64_t ms_per_tick = 10;  // whisper.cpp counts in hundredths of a second
constexpr float anchor_threshold = 0.01f;  // whisper.cpp's thold_pt and thold_ptsum

/// A token, or several that together make up one character.
struct Piece {
    whisper_token id;
    UntimedToken token;
    double prob_sum;
    int count;
};

int64_t timestamp_ticks(whisper_context * context, const whisper_token_data & token) {
    return 2 * static_cast<int64_t>(token.tid - whisper_token_beg(context));
}

/// The start of a segment's 30 s chunk, computed from the segment's closing timestamp; none without it.
std::optional<int64_t> chunk_start(whisper_context * context, whisper_state * state, int segment) {
    const int count = whisper_full_n_tokens_from_state(state, segment);
    if (count == 0) return std::nullopt;
    const whisper_token_data last = whisper_full_get_token_data_from_state(state, segment, count - 1);
    if (last.id <= whisper_token_beg(context)) return std::nullopt;
    return whisper_full_get_segment_t1_from_state(state, segment) - timestamp_ticks(context, last);
}

std::vector<Piece> read_pieces(whisper_context * context, whisper_state * state, int segment) {
    std::vector<Piece> pieces;
    std::string bytes;
    bool joins = false;
    const std::optional<int64_t> chunk = chunk_start(context, state, segment);
    const int count = whisper_full_n_tokens_from_state(state, segment);
    for (int i = 0; i < count; i++) {
        const whisper_token_data token = whisper_full_get_token_data_from_state(state, segment, i);
        if (token.id >= whisper_token_eot(context)) continue;
        bytes += whisper_token_to_str(context, token.id);
        const bool anchored = chunk && token.pt > anchor_threshold && token.ptsum > anchor_threshold;
        const int64_t anchor = anchored ? *chunk + timestamp_ticks(context, token) : -1;
        if (!joins) pieces.push_back({token.id, {"", anchor}, 0, 0});
        Piece & piece = pieces.back();
        piece.token.text += take_characters(bytes);
        piece.prob_sum += rounded(token.p, 6);
        piece.count++;
        joins = !bytes.empty();
    }
    if (joins) pieces.back().token.text += take_rest(bytes);
    return pieces;
}

Json piece_json(const Piece & piece, TickSpan span, int64_t window_ms) {
    return {
        {"id", piece.id},
        {"text", piece.token.text},
        {"start_ms", std::min(span.start * ms_per_tick, window_ms)},
        {"end_ms", std::min(span.end * ms_per_tick, window_ms)},
        {"p", rounded(std::clamp(piece.prob_sum / piece.count, 0.0, 1.0), 4)},
    };
}

}  // namespace

SegmentWriter::SegmentWriter(const Worker & worker, const Job & job)
    : worker_(worker), job_(job), loudness_(loudness(job.audio)) {}

void SegmentWriter::write(whisper_state * state, int index, float no_speech_prob) {
    const int64_t window = (job_.audio_ms + ms_per_tick - 1) / ms_per_tick;
    const int64_t start = std::clamp(whisper_full_get_segment_t0_from_state(state, index), last_end_, window);
    const int64_t end = std::clamp(whisper_full_get_segment_t1_from_state(state, index), start, window);
    last_end_ = end;

    const std::vector<Piece> pieces = read_pieces(worker_.context, state, index);
    std::vector<UntimedToken> untimed;
    for (const Piece & piece : pieces) untimed.push_back(piece.token);
    const std::vector<TickSpan> times = token_times(untimed, {start, end}, loudness_);

    std::string text;
    Json tokens = Json::array();
    for (size_t i = 0; i < pieces.size(); i++) {
        text += pieces[i].token.text;
        tokens.push_back(piece_json(pieces[i], times[i], job_.audio_ms));
    }
    worker_.events.send({
        {"type", "segment"},
        {"id", job_.id},
        {"start_ms", std::min<int64_t>(start * ms_per_tick, job_.audio_ms)},
        {"end_ms", std::min<int64_t>(end * ms_per_tick, job_.audio_ms)},
        {"text", text},
        {"no_speech_prob", rounded(no_speech_prob, 4)},
        {"tokens", tokens},
    });
}

}  // namespace steno
