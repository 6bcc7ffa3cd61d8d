#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "token-times.h"
#include "utf8.h"

namespace {

void expect(bool holds, const char * behaviour) {
    if (holds) return;
    std::fprintf(stderr, "failed: %s\n", behaviour);
    std::exit(EXIT_FAILURE);
}

/// The output for bytes that arrive one at a time, as if each were a token.
std::string byte_by_byte(const std::string & bytes) {
    std::string pending;
    std::string out;
    for (const char byte : bytes) {
        pending += byte;
        out += steno::take_characters(pending);
    }
    return out + steno::take_rest(pending);
}

void characters_split_over_tokens_are_joined() {
    const std::string text = "a\xC3\xA4\xE6\x9C\xAC\xF0\x9F\x99\x82z";
    expect(byte_by_byte(text) == text, "characters split over tokens are joined");
    std::string half = "\xE6\x9C";
    expect(steno::take_characters(half).empty() && half.size() == 2, "an unfinished character waits");
}

void invalid_bytes_become_replacement_characters() {
    const std::string mark = "\xEF\xBF\xBD";
    expect(byte_by_byte("a\xFFz") == "a" + mark + "z", "a byte that starts nothing is replaced");
    expect(byte_by_byte("\xE6\x9C") == mark, "an unfinished character at the end is replaced");
    expect(byte_by_byte("\xE6\x41") == mark + "A", "a broken character does not swallow the next");
    expect(byte_by_byte("\xC0\xAF") == mark + mark, "an overlong form is not accepted");
    expect(byte_by_byte("\xED\xA0\x80") == mark + mark + mark, "a surrogate is not accepted");
}

void words_do_not_reach_into_a_pause() {
    // Loud for 50 ticks, quiet for 100, loud for 50.
    std::vector<float> loud(200, 0.5f);
    for (size_t i = 50; i < 150; i++) loud[i] = 0.001f;
    const auto times = steno::token_times({{" one", -1}, {" two", -1}, {".", -1}}, {0, 200}, loud);
    expect(times.size() == 3, "every token has a time");
    expect(times[0].start == 0 && times[0].end <= 51, "the word before the pause ends at it");
    expect(times[1].start >= 149 && times[1].end == 200, "the word after the pause starts after it");
    expect(times[2].start == times[2].end, "punctuation takes no time");
}

void times_are_monotone_and_inside_the_segment() {
    const std::vector<float> silent(100, 0.0f);
    const auto times = steno::token_times({{"a", 90}, {"b", 10}, {"c", 400}, {"d", 60}}, {20, 80}, silent);
    int64_t last = 20;
    for (const steno::TickSpan & span : times) {
        expect(span.start >= last && span.end >= span.start && span.end <= 80, "times are monotone and inside");
        last = span.end;
    }
    expect(times.size() == 4, "silence still gives every token a time");
    expect(steno::token_times({{"a", -1}}, {5, 5}, silent).size() == 1, "an empty segment is no trouble");
    expect(steno::token_times({}, {0, 10}, silent).empty(), "a segment without text has no times");
}

}  // namespace

int main() {
    characters_split_over_tokens_are_joined();
    invalid_bytes_become_replacement_characters();
    words_do_not_reach_into_a_pause();
    times_are_monotone_and_inside_the_segment();
    return EXIT_SUCCESS;
}
