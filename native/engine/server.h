#pragma once

#include <cstdio>
#include <thread>
#include <vector>

#include "job-queue.h"
#include "worker.h"

namespace steno {

/// Reads frames from `input` and hands them to the lanes until the input ends.
class Server {
public:
    /// Starts the lanes, a thread each. Throws std::bad_alloc when there is no memory for their states. The worker
    /// must outlive the server.
    Server(const Worker & worker, int lanes);
    Server(const Server &) = delete;
    Server & operator=(const Server &) = delete;
    /// Drops what waits, asks what runs to stop, and waits for the lanes.
    ~Server();

    /// Returns at the end of the input. A bad frame is answered with an error, and the next one read.
    void serve(std::FILE * input);

    /// Whether some lane is still at work, to be asked after `serve` has returned.
    bool busy();

private:
    void dispatch(const Frame & frame);
    // Each throws JobError where the frame makes no sense.
    void submit(JobKind kind, const Frame & frame);
    void abort(const Frame & frame);
    void info(const Frame & frame);

    const Worker & worker_;
    JobQueue queue_;
    std::vector<std::thread> lanes_;
};

}  // namespace steno
