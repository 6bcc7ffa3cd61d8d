#include "token-times.h"

#include <algorithm>
#include <cmath>

namespace steno {

namespace {

constexpr size_t samples_per_tick = 160;
constexpr float loud_share = 0.25f;       // of the segment's mean loudness
constexpr double quiet_weight = 0.01;     // keeps the running sum strictly increasing through pauses

/// The number of spoken characters. Every non-ASCII byte starts or continues a letter of some script, and only its
/// first byte counts.
double spoken_length(const std::string & text) {
    double length = 0;
    for (const char c : text) {
        const unsigned char byte = static_cast<unsigned char>(c);
        const bool letter = (byte >= '0' && byte <= '9') || (byte >= 'A' && byte <= 'Z') ||
                            (byte >= 'a' && byte <= 'z') || byte >= 0xC0;
        if (letter) length += 1;
    }
    return length;
}

/// The loud time of a segment as a running sum over its ticks.
class LoudTime {
public:
    LoudTime(TickSpan segment, const std::vector<float> & loud) : segment_(segment) {
        double mean = 0;
        for (int64_t t = segment.start; t < segment.end; t++) mean += at(loud, t);
        mean /= static_cast<double>(std::max<int64_t>(1, segment.end - segment.start));
        for (int64_t t = segment.start; t < segment.end; t++) {
            loud_.push_back(at(loud, t) > loud_share * mean);
            sums_.push_back(sums_.back() + (loud_.back() ? 1.0 : quiet_weight));
        }
    }

    double sum(int64_t tick) const { return sums_[static_cast<size_t>(tick - segment_.start)]; }

    /// The first tick at which the running sum reaches `wanted`.
    int64_t tick(double wanted) const {
        const auto found = std::lower_bound(sums_.begin(), sums_.end(), wanted - 1e-9);
        return std::min(segment_.end, segment_.start + (found - sums_.begin()));
    }

    /// The span without the quiet parts at its ends; the whole span if nothing in it is loud.
    TickSpan trim(TickSpan span) const {
        TickSpan trimmed = span;
        while (trimmed.start < trimmed.end && !is_loud(trimmed.start)) trimmed.start++;
        while (trimmed.end > trimmed.start && !is_loud(trimmed.end - 1)) trimmed.end--;
        return trimmed.start < trimmed.end ? trimmed : span;
    }

private:
    static double at(const std::vector<float> & loud, int64_t tick) {
        return tick >= 0 && static_cast<size_t>(tick) < loud.size() ? loud[static_cast<size_t>(tick)] : 0.0f;
    }
    bool is_loud(int64_t tick) const { return loud_[static_cast<size_t>(tick - segment_.start)]; }

    TickSpan segment_;
    std::vector<bool> loud_;
    std::vector<double> sums_{0.0};
};

/// Divides the loud time of `span` among tokens [first, last) by their characters.
void share_out(const std::vector<UntimedToken> & tokens, size_t first, size_t last, TickSpan span,
               const LoudTime & time, std::vector<TickSpan> & out) {
    double total = 0;
    for (size_t i = first; i < last; i++) total += spoken_length(tokens[i].text);
    const double begin = time.sum(span.start);
    const double loud = time.sum(span.end) - begin;
    double spoken = 0;
    int64_t cursor = span.start;
    for (size_t i = first; i < last; i++) {
        const double length = spoken_length(tokens[i].text);
        spoken += length;
        const int64_t end = length == 0 ? cursor
                            : i + 1 == last ? span.end
                                            : std::clamp(time.tick(begin + loud * spoken / total), cursor, span.end);
        const TickSpan spoken_span = length == 0 ? TickSpan{cursor, cursor} : time.trim({cursor, end});
        out.push_back(spoken_span);
        cursor = length == 0 ? cursor : end;
    }
}

}  // namespace

std::vector<float> loudness(const std::vector<float> & audio) {
    std::vector<float> loud(audio.size() / samples_per_tick);
    for (size_t tick = 0; tick < loud.size(); tick++) {
        float sum = 0;
        for (size_t i = 0; i < samples_per_tick; i++) sum += std::fabs(audio[tick * samples_per_tick + i]);
        loud[tick] = sum / samples_per_tick;
    }
    return loud;
}

std::vector<TickSpan> token_times(const std::vector<UntimedToken> & tokens, TickSpan segment,
                                  const std::vector<float> & loud) {
    const LoudTime time(segment, loud);
    std::vector<TickSpan> out;
    size_t first = 0;
    int64_t start = segment.start;
    for (size_t i = 1; i <= tokens.size(); i++) {
        const bool last = i == tokens.size();
        if (!last && (tokens[i].anchor <= start || tokens[i].anchor >= segment.end)) continue;
        const int64_t end = last ? segment.end : tokens[i].anchor;
        share_out(tokens, first, i, {start, end}, time, out);
        first = i;
        start = end;
    }
    return out;
}

}  // namespace steno
