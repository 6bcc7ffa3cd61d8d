#include "lane.h"

#include <new>

namespace steno {

namespace {

/// What a lane keeps from job to job.
struct Tools {
    State state;
    Vad vad;
};

Json work(const Worker & worker, Tools & tools, const Job & job) {
    stop_if_aborted(job);
    if (job.kind == JobKind::vad) {
        if (!tools.vad) tools.vad = new_vad();
        return detect_speech(tools.vad.get(), job);
    }
    State & state = tools.state;
    if (!state) state = new_state(worker.context);
    switch (job.kind) {
        case JobKind::transcribe: return transcribe(worker, state, job);
        case JobKind::detect: return detect(worker, state.get(), job);
        case JobKind::bench: return bench(worker, state.get(), job);
        case JobKind::vad: break;
    }
    throw JobError("failed", "The job has no kind");
}

/// The event that ends the job, whatever happens to it.
Json last_event(const Worker & worker, Tools & tools, const Job & job) {
    try {
        return work(worker, tools, job);
    } catch (const JobError & error) {
        return error_event(job.id, error.code(), error.what());
    } catch (const std::bad_alloc &) {
        return error_event(job.id, "out_of_memory", "There is not enough memory for this window");
    } catch (const std::exception & error) {
        return error_event(job.id, "failed", error.what());
    }
}

}  // namespace

void run_lane(const Worker & worker, JobQueue & queue, State state) {
    Tools tools{std::move(state), nullptr};
    while (const std::shared_ptr<Job> job = queue.pop()) {
        const Json event = last_event(worker, tools, *job);
        // Before sending the event, so that the id can be used again as soon as it is received.
        queue.finish(*job);
        worker.events.send(event);
    }
}

}  // namespace steno
