#pragma once

#include "mutate.h"

namespace fuzz {

/// Each gives one damaged input to the part it is named after, and looks at what comes of it.
void read_frames(Chance & chance);
void check_models(Chance & chance, const std::string & scratch_file);
void take_words(Chance & chance);
void read_command_lines(Chance & chance);

}  // namespace fuzz
