#pragma once

#include <condition_variable>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "job.h"

namespace steno {

/// The jobs that wait for a lane and those that run on one. Every function may be called from any thread; a job is
/// shared, since its lane works on it while the reader of the pipe may ask it to stop.
class JobQueue {
public:
    struct Counts {
        size_t waiting;
        size_t running;
    };

    /// Adds a job. Throws JobError when its id is in use or too many wait.
    void push(std::shared_ptr<Job> job);

    /// Waits for the next job, which runs from now on; null once the queue is closed.
    std::shared_ptr<Job> pop();

    /// Says that a job has been answered, so that its id may be used again.
    void finish(const Job & job);

    /// Asks a job to stop. True when it was still waiting: then it is gone and the caller answers for it.
    bool abort(const std::string & id);

    /// Drops what waits, asks what runs to stop, and lets the lanes end.
    void close();

    /// Of this moment; both may have changed when the caller looks at them.
    Counts counts();

private:
    std::mutex mutex_;
    std::condition_variable changed_;  // a job waits, or the queue is closed
    std::deque<std::shared_ptr<Job>> waiting_;
    std::map<std::string, std::shared_ptr<Job>> running_;  // by id
    bool closed_ = false;
};

}  // namespace steno
