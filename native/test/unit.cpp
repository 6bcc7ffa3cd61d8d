#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "attention.h"
#include "backends.h"
#include "few-columns.h"
#include "one-thread.h"
#include "packed-products.h"
#include "parakeet-segments.h"
#include "token-times.h"
#include "utf8.h"
#include "weight-convert.h"

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

std::string text_of(const std::vector<steno::SpokenPiece> & pieces) {
    std::string text;
    for (const steno::SpokenPiece & piece : pieces) text += piece.text;
    return text;
}

const std::string space = "\xE2\x96\x81";

void pieces_become_text() {
    expect(steno::piece_text(space + "gr\xC3\xBC" + space + "n") == " gr\xC3\xBC n", "the mark for a space is a space");
    expect(steno::piece_text("<unk>").empty() && steno::piece_text("<|en|>").empty(), "control tokens have no text");
    expect(steno::piece_text("a\xFF") == "a\xEF\xBF\xBD", "a damaged vocabulary still gives UTF-8");
}

void segments_end_with_sentences_and_at_pauses() {
    const auto segments = steno::parakeet_segments({{1, space + "one", 0, 160, 0.9},
                                                    {2, ".", 160, 160, 0.8},
                                                    {3, space + "two", 240, 480, 0.9},
                                                    {4, space + "three", 1600, 1680, 0.9},
                                                    {5, ".", 1680, 1680, 0.9},
                                                    {6, "5", 1680, 1760, 0.9}},
                                                   28000);
    expect(segments.size() == 3, "a sentence and a pause end a segment");
    expect(text_of(segments[0]) == " one." && text_of(segments[1]) == " two", "they keep their words");
    expect(text_of(segments[2]) == " three.5", "a point inside a number ends nothing");
    expect(segments[1].front().start_ms == 240 && segments[1].back().end_ms == 480, "the model's durations are the times");
}

void parakeet_times_are_ordered_and_inside_the_window() {
    const auto segments = steno::parakeet_segments({{1, space + "a", -80, -80, 2.0},
                                                    {2, space + "b", 800, 400, 0.5},
                                                    {3, ",", 800, 800, 0.5},
                                                    {4, space + "c", 700, 9000, 0.5}},
                                                   1000);
    int64_t last = 0;
    for (const auto & pieces : segments) {
        for (const steno::SpokenPiece & piece : pieces) {
            expect(piece.start_ms >= last && piece.end_ms >= piece.start_ms && piece.end_ms <= 1000, "times are in order");
            last = piece.end_ms;
        }
    }
    expect(segments.front().front().end_ms == 80, "a word without a duration lasts one frame");
    expect(segments.front().front().p == 1.0, "a probability is at most one");
    expect(steno::parakeet_segments({{0, "<unk>", 0, 80, 0.5}}, 1000).empty(), "no text, no segment");
}

/// All numbers that f16 has, except those that are none, in an order without a pattern.
std::vector<ggml_fp16_t> all_f16() {
    std::vector<ggml_fp16_t> numbers;
    for (uint32_t i = 0; i < 65536; i++) {
        const auto bits = static_cast<ggml_fp16_t>(i * 40503u);
        numbers.push_back((bits & 0x7c00) == 0x7c00 ? static_cast<ggml_fp16_t>(0) : bits);
    }
    return numbers;
}

void weights_are_converted_as_ggml_does() {
    const std::vector<ggml_fp16_t> numbers = all_f16();
    const auto count = static_cast<int64_t>(numbers.size());
    std::vector<float> wide(numbers.size());
    ggml_fp16_to_fp32_row(numbers.data(), wide.data(), count);
    for (const ggml_type type : {GGML_TYPE_Q8_0, GGML_TYPE_BF16}) {
        std::vector<char> theirs(ggml_row_size(type, count));
        std::vector<char> ours(theirs.size());
        ggml_get_type_traits(type)->from_float_ref(wide.data(), theirs.data(), count);
        steno::convert_weights(numbers.data(), numbers.size(), type, ours.data());
        expect(ours == theirs, "weights are converted as ggml does, to the last bit");
    }
}

void attention_is_exact_enough() {
    const char * wrong = steno_test::wrong_attention();
    expect(wrong == nullptr, wrong);
}

void products_are_exact() {
    steno::load_backends();
    for (const ggml_type type : {GGML_TYPE_I8, GGML_TYPE_I16}) {
        if (steno::has_products(type)) steno::use_products(type);
    }
    const char * seed = std::getenv("STENO_SEED");
    const std::string wrong = steno_test::wrong_products(seed ? static_cast<unsigned>(std::atoi(seed)) : 4717);
    expect(wrong.empty(), wrong.c_str());
}

void few_columns_are_exact() {
    for (const std::string & wrong : {steno_test::wrong_few_columns(), steno_test::wrong_gelu()}) expect(wrong.empty(), wrong.c_str());
}

void small_operations_have_one_thread() {
    const char * wrong = steno_test::wrong_token_threads();
    expect(wrong == nullptr, wrong);
}

}  // namespace

int main() {
    characters_split_over_tokens_are_joined();
    invalid_bytes_become_replacement_characters();
    words_do_not_reach_into_a_pause();
    times_are_monotone_and_inside_the_segment();
    pieces_become_text();
    segments_end_with_sentences_and_at_pauses();
    parakeet_times_are_ordered_and_inside_the_window();
    weights_are_converted_as_ggml_does();
    attention_is_exact_enough();
    products_are_exact();
    few_columns_are_exact();
    small_operations_have_one_thread();
    return EXIT_SUCCESS;
}
