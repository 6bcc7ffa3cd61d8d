#pragma once

#include <functional>

#include "whisper-transcriber.h"

namespace steno {

/// A step of the bench, by its name in the answer.
struct Stage {
    const char * name;
    int tokens;  // that are decoded at once; 0 for the encoder
    std::function<void()> run;
};

/// What this processor can do, what each stage asks of it, and where its time goes.
Json roofline(const Worker & worker, const std::vector<Stage> & stages);

}  // namespace steno
