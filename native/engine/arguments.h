#pragma once

#include <stdexcept>
#include <string>

#include "weight-reader.h"

namespace steno {

/// What is printed to stderr when the command line makes no sense.
constexpr const char * usage =
    "steno-engine --model FILE [--lanes N] [--threads T] [--no-gpu] [--bf16 on|off|auto]\n"
    "steno-engine --check FILE\n";

/// The command line, checked.
struct Arguments {
    std::string model;
    bool check_only = false;
    int lanes = 1;    // windows worked on at the same time
    int threads = 1;  // of each lane
    bool use_gpu = true;
    Bf16 bf16 = Bf16::automatic;
};

/// Throws std::invalid_argument saying what is wrong. Without --threads the lanes share the processors evenly.
Arguments read_arguments(int count, char ** values);

}  // namespace steno
