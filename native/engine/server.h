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
    /// Starts the lanes. Throws std::bad_alloc when there is no memory for their states.
    Server(const Worker & worker, int lanes);
    Server(const Server &) = delete;
    Server & operator=(const Server &) = delete;
    ~Server();

    void serve(std::FILE * input);

    /// Whether some lane is still at work after the input has ended.
    bool busy();

private:
    void dispatch(const Frame & frame);
    void submit(JobKind kind, const Frame & frame);
    void abort(const Frame & frame);
    void info(const Frame & frame);

    const Worker & worker_;
    JobQueue queue_;
    std::vector<std::thread> lanes_;
};

}  // namespace steno
