#pragma once

#include "job-queue.h"
#include "transcriber.h"

namespace steno {

/// Runs jobs from the queue until it is closed. Every job ends in exactly one event: `done`, `vad`, `bench` or `error`.
void run_lane(const LoadedModel & model, JobQueue & queue, std::unique_ptr<Transcriber> transcriber);

}  // namespace steno
