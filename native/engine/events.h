#pragma once

#include <mutex>
#include <string>

#include "json.hpp"
#include "whisper-check.h"
#include "parakeet-check.h"

namespace steno {

using Json = nlohmann::json;

/// Writes events to stdout, one JSON line each, flushed; thread-safe.
class Events {
public:
    /// Returns once the line is written to the pipe, so it blocks while the pipe is full.
    void send(const Json & event);

private:
    std::mutex mutex_;
};

/// An `error` event; `id` is null when it belongs to no request.
Json error_event(const Json & id, const std::string & code, const std::string & message);

/// The `model` field of the `ready` and `model` events.
Json describe_model(const ModelSummary & model);
Json describe_model(const ParakeetSummary & model);

/// A probability or a time rounded to `digits` decimals; 0 for anything that is not a number.
double rounded(double value, int digits);

}  // namespace steno
