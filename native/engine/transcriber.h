#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "events.h"
#include "job.h"

namespace steno {

/// How many threads compute a window.
struct Threads {
    int lane;
    int all;  // of all lanes together

    int of(const Job & job) const { return job.alone ? all : lane; }
};

/// One lane's working memory for the loaded model, for one thread at a time.
class Transcriber {
public:
    virtual ~Transcriber() = default;

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
    std::function<std::unique_ptr<Transcriber>()> new_transcriber;  // throws std::bad_alloc
};

}  // namespace steno
