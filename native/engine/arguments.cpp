#include "arguments.h"

#include <algorithm>
#include <thread>
#include <vector>

namespace steno {

namespace {

constexpr int max_lanes = 64;
constexpr int max_threads = 256;

int number(const std::string & name, const std::string & text, int high) {
    const bool digits = !text.empty() && text.size() <= 4 &&
                        std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
    const int value = digits ? std::stoi(text) : 0;
    if (value < 1 || value > high) throw std::invalid_argument(name + " is not between 1 and " + std::to_string(high));
    return value;
}

Switch on_or_off(const std::string & name, const std::string & text) {
    if (text == "on") return Switch::on;
    if (text == "off") return Switch::off;
    if (text == "auto") return Switch::automatic;
    throw std::invalid_argument(name + " is none of on, off and auto");
}

Precision precision(const std::string & name, const std::string & text) {
    if (text == "f16") return Precision::f16;
    if (text == "bf16") return Precision::bf16;
    if (text == "int8") return Precision::int8;
    if (text == "int16") return Precision::int16;
    if (text == "auto") return Precision::automatic;
    throw std::invalid_argument(name + " is none of f16, bf16, int8, int16 and auto");
}

}  // namespace

Arguments read_arguments(int count, char ** values) {
    const std::vector<std::string> words(values + 1, values + std::max(1, count));
    Arguments arguments;
    int threads = 0;
    for (size_t i = 0; i < words.size(); i++) {
        const std::string & name = words[i];
        if (name == "--devices") {
            arguments.list_devices = true;
            continue;
        }
        if (i + 1 == words.size()) throw std::invalid_argument(name + " is unknown or has no value");
        const std::string & value = words[++i];
        if (name == "--model" || name == "--check") {
            arguments.model = value;
            arguments.check_only = name == "--check";
        } else if (name == "--lanes") {
            arguments.lanes = number(name, value, max_lanes);
        } else if (name == "--threads") {
            threads = number(name, value, max_threads);
        } else if (name == "--device") {
            arguments.device = value;
        } else if (name == "--precision") {
            arguments.precision = precision(name, value);
        } else if (name == "--decoder-q8") {
            arguments.decoder_q8 = on_or_off(name, value);
        } else {
            throw std::invalid_argument(name + " is unknown");
        }
    }
    if (arguments.model.empty() && !arguments.list_devices) throw std::invalid_argument("--model is missing");
    const int processors = static_cast<int>(std::thread::hardware_concurrency());
    arguments.threads = threads > 0 ? threads : std::max(1, processors / arguments.lanes);
    return arguments;
}

}  // namespace steno
