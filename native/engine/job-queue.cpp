#include "job-queue.h"

#include <algorithm>

namespace steno {

namespace {

// 64 windows of 30 s are 123 MB as floats.
constexpr size_t max_waiting = 64;

}  // namespace

void JobQueue::push(std::shared_ptr<Job> job) {
    const std::lock_guard<std::mutex> lock(mutex_);
    const bool waits = std::any_of(waiting_.begin(), waiting_.end(),
                                   [&](const std::shared_ptr<Job> & other) { return other->id == job->id; });
    if (waits || running_.count(job->id) > 0) throw JobError("bad_request", "The id is in use");
    if (waiting_.size() >= max_waiting) throw JobError("failed", "Too many requests wait");
    waiting_.push_back(std::move(job));
    changed_.notify_one();
}

std::shared_ptr<Job> JobQueue::pop() {
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock, [&] { return closed_ || !waiting_.empty(); });
    if (closed_) return nullptr;
    std::shared_ptr<Job> job = std::move(waiting_.front());
    waiting_.pop_front();
    running_.emplace(job->id, job);
    return job;
}

void JobQueue::finish(const Job & job) {
    const std::lock_guard<std::mutex> lock(mutex_);
    running_.erase(job.id);
}

bool JobQueue::abort(const std::string & id) {
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto running = running_.find(id);
    if (running != running_.end()) {
        running->second->aborted = true;
        return false;
    }
    const auto waiting = std::find_if(waiting_.begin(), waiting_.end(),
                                      [&](const std::shared_ptr<Job> & job) { return job->id == id; });
    if (waiting == waiting_.end()) return false;
    waiting_.erase(waiting);
    return true;
}

void JobQueue::close() {
    const std::lock_guard<std::mutex> lock(mutex_);
    closed_ = true;
    waiting_.clear();
    for (const auto & [id, job] : running_) job->aborted = true;
    changed_.notify_all();
}

JobQueue::Counts JobQueue::counts() {
    const std::lock_guard<std::mutex> lock(mutex_);
    return {waiting_.size(), running_.size()};
}

}  // namespace steno
