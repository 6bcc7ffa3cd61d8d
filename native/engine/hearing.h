#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "events.h"
#include "job.h"

namespace steno {

/// One lane's working memory for the loaded model, for one thread at a time.
class Hearing {
public:
    virtual ~Hearing() = default;

    /// Runs a `transcribe`, `detect` or `bench` request and returns its last event. Throws JobError or std::bad_alloc.
    virtual Json run(const Job & job) = 0;
};

/// The loaded model as the server and its lanes see it, whatever its architecture. It outlives them.
struct LoadedModel {
    Json description;  // the `model` field of events
    Json device;       // the `device` field of events; null for the processor
    std::vector<std::string> languages;
    int threads;  // per lane
    Events & events;
    std::function<std::unique_ptr<Hearing>()> new_hearing;  // throws std::bad_alloc
};

}  // namespace steno
