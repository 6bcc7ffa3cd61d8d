#pragma once

#include <cstdio>
#include <thread>
#include <vector>

#include "transcriber.h"
#include "job-queue.h"

namespace steno {

/// Reads frames from `input` and passes them to the lanes until the input ends.
class Server {
public:
    /// Starts the lanes, one thread each. Throws std::bad_alloc if there is no memory for them. The model must outlive
    /// the server.
    Server(const LoadedModel & model, int lanes);
    Server(const Server &) = delete;
    Server & operator=(const Server &) = delete;
    /// Drops waiting jobs, asks running ones to stop, and waits for the lanes.
    ~Server();

    /// Returns at the end of the input. Answers an invalid frame with an error and reads the next one.
    void serve(std::FILE * input);

    /// Whether a lane is still running a job; call it after `serve` has returned.
    bool busy();

private:
    void dispatch(const Frame & frame);
    // Each throws JobError for an invalid frame.
    void submit(JobKind kind, const Frame & frame);
    void abort(const Frame & frame);
    void info(const Frame & frame);

    const LoadedModel & model_;
    JobQueue queue_;
    std::vector<std::thread> lanes_;
};

}  // namespace steno
