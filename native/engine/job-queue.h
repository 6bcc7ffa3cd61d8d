#pragma once

#include <condition_variable>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "job.h"

namespace steno {

/// The jobs that wait for a lane and those that run on one.
class JobQueue {
public:
    struct Counts {
        size_t waiting;
        size_t running;
    };

    /// Adds a job. Throws JobError when its id is in use or too many wait.
    void push(std::shared_ptr<Job> job);

    /// The next job, running from now on; nothing once the queue is closed.
    std::shared_ptr<Job> pop();

    /// Says that a job has been answered, so that its id may be used again.
    void finish(const Job & job);

    /// Asks a job to stop. True when it was still waiting: then it is gone and the caller answers for it.
    bool abort(const std::string & id);

    /// Drops what waits, asks what runs to stop, and lets the lanes end.
    void close();

    Counts counts();

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<std::shared_ptr<Job>> waiting_;
    std::map<std::string, std::shared_ptr<Job>> running_;
    bool closed_ = false;
};

}  // namespace steno
