#include "lane.h"

#include <new>

#include "whisper-transcriber.h"

namespace steno {

namespace {

/// What a lane keeps from job to job.
struct Tools {
    std::unique_ptr<Transcriber> transcriber;
    Vad vad;
};

Json work(Tools & tools, const Job & job) {
    stop_if_aborted(job);
    if (job.kind != JobKind::vad) return tools.transcriber->run(job);
    if (!tools.vad) tools.vad = new_vad();
    return detect_speech(tools.vad.get(), job);
}

/// The event that ends the job, whatever happens to it.
Json last_event(Tools & tools, const Job & job, bool on_device) {
    try {
        return work(tools, job);
    } catch (const JobError & error) {
        return error_event(job.id, error.code(), error.what());
    } catch (const std::bad_alloc &) {
        return on_device ? error_event(job.id, "device_memory", "The graphics card has too little memory for this window")
                         : error_event(job.id, "out_of_memory", "There is not enough memory for this window");
    } catch (const std::exception & error) {
        // ggml's Vulkan backend throws when its device is lost.
        return error_event(job.id, on_device ? "device_failed" : "failed", error.what());
    }
}

}  // namespace

void run_lane(const LoadedModel & model, JobQueue & queue, std::unique_ptr<Transcriber> transcriber) {
    Tools tools{std::move(transcriber), nullptr};
    while (const std::shared_ptr<Job> job = queue.pop()) {
        const Json event = last_event(tools, *job, !model.device.is_null());
        // Before sending the event, so that the id can be used again as soon as it is received.
        queue.finish(*job);
        model.events.send(event);
    }
}

}  // namespace steno
