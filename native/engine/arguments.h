#pragma once

#include <stdexcept>
#include <string>

#include "weight-reader.h"

namespace steno {

/// Printed to stderr when the command line is invalid.
constexpr const char * usage =
    "steno-engine --model FILE [--lanes N] [--threads T] [--device cpu|auto|DEVICE] [--decoder-q8 on|off|auto]\n"
    "             [--precision f16|bf16|int8|int16|auto]\n"
    "steno-engine --check FILE\n"
    "steno-engine --devices\n";

/// The validated command line.
struct Arguments {
    std::string model;
    bool check_only = false;
    bool list_devices = false;
    int lanes = 1;    // windows processed in parallel
    int threads = 1;  // per lane
    std::string device = "auto";
    Precision precision = Precision::automatic;
    Switch decoder_q8 = Switch::automatic;
};

/// Throws std::invalid_argument with the reason. Without --threads the lanes share the processors evenly.
Arguments read_arguments(int count, char ** values);

}  // namespace steno
