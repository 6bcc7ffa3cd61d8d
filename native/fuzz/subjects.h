#pragma once

#include "mutate.h"

namespace fuzz {

/// Each passes one damaged input to the part it is named after, and checks the result.
void read_frames(Chance & chance);
void check_models(Chance & chance, const std::string & scratch_file);
void check_parakeets(Chance & chance, const std::string & scratch_file);
void take_words(Chance & chance);
void read_command_lines(Chance & chance);

}  // namespace fuzz
