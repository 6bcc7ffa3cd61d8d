#include "server.h"

#include "lane.h"

namespace steno {

Server::Server(const LoadedModel & model, int lanes) : model_(model) {
    std::vector<std::unique_ptr<Transcriber>> transcribers;
    for (int i = 0; i < lanes; i++) transcribers.push_back(model.new_transcriber());
    for (std::unique_ptr<Transcriber> & transcriber : transcribers) {
        lanes_.emplace_back([this, own = std::move(transcriber)]() mutable { run_lane(model_, queue_, std::move(own)); });
    }
}

Server::~Server() {
    queue_.close();
    for (std::thread & lane : lanes_) lane.join();
}

void Server::serve(std::FILE * input) {
    while (const std::optional<Frame> frame = read_frame(input)) {
        const Json id = frame_id(frame->header);
        if (!frame->error_code.empty()) {
            model_.events.send(error_event(id, frame->error_code, frame->message));
            continue;
        }
        try {
            dispatch(*frame);
        } catch (const JobError & error) {
            model_.events.send(error_event(id, error.code(), error.what()));
        } catch (const std::bad_alloc &) {
            model_.events.send(error_event(id, "out_of_memory", "There is not enough memory for this window"));
        }
    }
    queue_.close();
}

bool Server::busy() { return queue_.counts().running > 0; }

void Server::dispatch(const Frame & frame) {
    const auto field = frame.header.find("type");
    if (field == frame.header.end() || !field->is_string()) throw JobError("bad_frame", "type is missing");
    if (frame_id(frame.header).is_null()) throw JobError("bad_frame", "id is missing or unusable");
    const std::string & type = field->get_ref<const std::string &>();
    if (type == "transcribe") return submit(JobKind::transcribe, frame);
    if (type == "detect") return submit(JobKind::detect, frame);
    if (type == "vad") return submit(JobKind::vad, frame);
    if (type == "bench") return submit(JobKind::bench, frame);
    if (type == "abort") return abort(frame);
    if (type == "info") return info(frame);
    throw JobError("bad_frame", "There is no request of that type");
}

void Server::submit(JobKind kind, const Frame & frame) {
    auto job = std::make_shared<Job>();
    job->id = frame_id(frame.header).get<std::string>();
    job->kind = kind;
    read_job(*job, frame, model_.languages);
    queue_.push(std::move(job));
}

void Server::abort(const Frame & frame) {
    const std::string id = frame_id(frame.header).get<std::string>();
    if (queue_.abort(id)) model_.events.send(error_event(id, "aborted", "The request was aborted"));
}

void Server::info(const Frame & frame) {
    const JobQueue::Counts counts = queue_.counts();
    model_.events.send({
        {"type", "info"},
        {"id", frame_id(frame.header)},
        {"model", model_.description},
        {"device", model_.device},
        {"lanes", lanes_.size()},
        {"threads", model_.threads},
        {"running", counts.running},
        {"waiting", counts.waiting},
    });
}

}  // namespace steno
