#pragma once

#include <chrono>
#include <map>
#include <string>

namespace steno {

/// Where the time of a thread goes that computes graphs of ggml, from construction to `stop`: milliseconds by kind of
/// operation. For the thread that hands ggml the graphs; what it waits for the others is part of the operation.
class OpClock {
public:
    OpClock();
    ~OpClock();
    OpClock(const OpClock &) = delete;
    OpClock & operator=(const OpClock &) = delete;

    /// Begins an operation of this kind.
    void begin(const char * kind);
    const std::map<std::string, double> & stop();

private:
    std::chrono::steady_clock::time_point since_;
    const char * kind_ = nullptr;
    std::map<std::string, double> spent_;
};

/// Once, before any graph is computed.
void install_op_clock();

}  // namespace steno
