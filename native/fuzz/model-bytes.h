#pragma once

#include <fstream>

#include "model-file.h"
#include "subjects.h"

namespace fuzz {

/// A sound model file to damage.
struct Model {
    std::string bytes;
    std::vector<size_t> places;  // outside the weights, where damage matters
};

template <typename Number>
void add(Model & model, Number number) {
    for (size_t i = 0; i < sizeof(number); i++) {
        model.places.push_back(model.bytes.size());
        model.bytes += static_cast<char>(static_cast<uint32_t>(number) >> (8 * i));
    }
}

/// Writes the bytes to a file and passes it to `check`, which throws a ModelError for a model it does not accept.
template <typename Check>
bool is_accepted(const std::string & bytes, const std::string & scratch_file, Check check) {
    std::ofstream(scratch_file, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    try {
        steno::ModelFile file(scratch_file);
        check(file);
        return true;
    } catch (const steno::ModelError & error) {
        require(error.code() == "model_invalid", "a damaged file is an invalid model");
        return false;
    }
}

/// Requires that all of `sound` are accepted, and damages one of them.
template <typename Check>
void damage_one(const std::vector<Model> & sound, bool & tried, Chance & chance, const std::string & scratch_file,
                Check check) {
    for (const Model & model : sound) {
        require(tried || is_accepted(model.bytes, scratch_file, [&](auto & file) { check(file, model.bytes); }),
                "sound models are accepted");
    }
    tried = true;
    const Model & model = chance.of(sound);
    std::string bytes = model.bytes;
    mutate(bytes, chance, model.places);
    if (bytes != model.bytes) is_accepted(bytes, scratch_file, [&](auto & file) { check(file, bytes); });
}

}  // namespace fuzz
