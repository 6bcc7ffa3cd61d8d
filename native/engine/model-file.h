#pragma once

#include <cstdint>
#include <fstream>
#include <stdexcept>
#include <string>

namespace steno {

/// Why a model cannot be used; `code` is `model_missing`, `model_invalid` or `out_of_memory`.
class ModelError : public std::runtime_error {
public:
    ModelError(std::string code, const std::string & message)
        : std::runtime_error(message), code_(std::move(code)) {}
    const std::string & code() const { return code_; }

private:
    std::string code_;
};

/// A model file held open through one descriptor, so that the checked bytes are the ones loaded even if the path is
/// replaced in between.
class ModelFile {
public:
    /// Throws ModelError if the path is not a readable regular file.
    explicit ModelFile(const std::string & path);

    /// In bytes, when the file was opened.
    uint64_t size() const { return size_; }
    uint64_t position() const { return position_; }
    uint64_t remaining() const { return size_ - position_; }

    /// Fills `output` or throws ModelError(`model_invalid`) saying that the file ends within `what`.
    void read(void * output, uint64_t bytes, const char * what);
    /// Skips `bytes`, or throws as `read` does.
    void skip(uint64_t bytes, const char * what);
    /// Returns to the first byte and clears the end-of-file state.
    void rewind();

    /// Reads what is available, fills the rest with zeros, and remembers reaching the end. Returns the bytes read.
    size_t read_some(void * output, size_t bytes);
    bool met_end() const { return met_end_; }

    /// Reads a number without conversion: models are little-endian, as are the processors they run on.
    template <typename T>
    T number(const char * what) {
        T value;
        read(&value, sizeof(value), what);
        return value;
    }

private:
    std::ifstream stream_;
    uint64_t size_ = 0;
    uint64_t position_ = 0;
    bool met_end_ = false;
};

}  // namespace steno
