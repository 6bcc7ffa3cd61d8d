#pragma once

#include "job-queue.h"
#include "worker.h"

namespace steno {

/// Runs jobs from the queue with one whisper_state until the queue is closed. Every job ends in exactly one event:
/// `done`, `vad`, `bench` or `error`.
void run_lane(const Worker & worker, JobQueue & queue, State state);

}  // namespace steno
