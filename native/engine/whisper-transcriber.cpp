#include "whisper-transcriber.h"

namespace steno {

namespace {

class WhisperTranscriber : public Transcriber {
public:
    explicit WhisperTranscriber(const Worker & worker) : worker_(worker), state_(new_state(worker.context)) {}

    Json run(const Job & job) override {
        if (!state_) state_ = new_state(worker_.context);
        switch (job.kind) {
            case JobKind::transcribe: return transcribe(worker_, state_, job, guess_);
            case JobKind::detect: return detect(worker_, state_.get(), job);
            case JobKind::bench: return bench(worker_, state_.get(), job);
            case JobKind::vad: break;
        }
        throw JobError("failed", "The job has no kind");
    }

private:
    const Worker & worker_;
    State state_;
    // The language last spoken. Saves time if it is right, and changes no text.
    std::string guess_ = "en";
};

}  // namespace

std::unique_ptr<Transcriber> new_whisper_transcriber(const Worker & worker) {
    return std::make_unique<WhisperTranscriber>(worker);
}

}  // namespace steno
