#pragma once

#include <condition_variable>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "job.h"

namespace steno {

/// The jobs waiting for a lane and those running on one. Every function is thread-safe; a job is shared, because the
/// thread that reads the pipe may abort it while a lane runs it.
class JobQueue {
public:
    struct Counts {
        size_t waiting;
        size_t running;
    };

    /// Adds a job. Throws JobError if its id is in use or too many jobs wait.
    void push(std::shared_ptr<Job> job);

    /// Waits for the next job, which is running from now on; null once the queue is closed.
    std::shared_ptr<Job> pop();

    /// Marks a job as answered, so that its id may be used again.
    void finish(const Job & job);

    /// Asks a job to stop. True if it was still waiting: then it has been removed, and the caller sends its answer.
    bool abort(const std::string & id);

    /// Drops waiting jobs, asks running ones to stop, and lets the lanes end.
    void close();

    /// A snapshot; both may have changed when the caller reads them.
    Counts counts();

private:
    std::mutex mutex_;
    std::condition_variable changed_;  // a job waits, or the queue is closed
    std::deque<std::shared_ptr<Job>> waiting_;
    std::map<std::string, std::shared_ptr<Job>> running_;  // by id
    bool closed_ = false;
};

}  // namespace steno
