// steno-engine-fuzz SUBJECT SEED ROUNDS SCRATCH_FILE: the same seed gives the same inputs. If a sanitizer or a failed
// requirement ends the program, the seed and the round are printed to stderr.
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "subjects.h"

namespace {

const char * subject = "";
unsigned long long seed = 0;
unsigned long long at_round = 0;

void say_where() { std::fprintf(stderr, "%s: seed %llu, round %llu\n", subject, seed, at_round); }

}  // namespace

// Called by a sanitizer before it ends the program.
extern "C" void __asan_on_error() { say_where(); }
extern "C" void __ubsan_on_report() { say_where(); }

namespace fuzz {

void require(bool holds, const char * what) {
    if (holds) return;
    std::fprintf(stderr, "Does not hold: %s\n", what);
    say_where();
    std::abort();
}

}  // namespace fuzz

int main(int count, char ** values) {
    if (count != 5) return 64;
    subject = values[1];
    seed = std::strtoull(values[2], nullptr, 10);
    const unsigned long long rounds = std::strtoull(values[3], nullptr, 10);
    const std::string scratch_file = values[4];
    for (; at_round < rounds; at_round++) {
        // A separate generator per round, so that one can be repeated without those before it.
        fuzz::Chance chance(seed * 1'000'003 + at_round);
        if (std::strcmp(subject, "frames") == 0) {
            fuzz::read_frames(chance);
        } else if (std::strcmp(subject, "models") == 0) {
            fuzz::check_models(chance, scratch_file);
        } else if (std::strcmp(subject, "parakeets") == 0) {
            fuzz::check_parakeets(chance, scratch_file);
        } else if (std::strcmp(subject, "words") == 0) {
            fuzz::take_words(chance);
            fuzz::read_command_lines(chance);
        } else {
            return 64;
        }
    }
    std::printf("%s: seed %llu, %llu rounds\n", subject, seed, rounds);
    return 0;
}
