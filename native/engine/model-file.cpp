#include "model-file.h"

#include <cstring>
#include <filesystem>

namespace steno {

ModelFile::ModelFile(const std::string & path) {
    const std::filesystem::path file = std::filesystem::u8path(path);
    std::error_code error;
    const std::filesystem::file_status status = std::filesystem::status(file, error);
    if (!std::filesystem::exists(status)) throw ModelError("model_missing", "There is no model file at " + path);
    if (!std::filesystem::is_regular_file(status)) {
        throw ModelError("model_invalid", "The model is not a regular file: " + path);
    }
    stream_.open(file, std::ios::binary);
    if (!stream_) throw ModelError("model_missing", "The model file cannot be opened: " + path);
    stream_.seekg(0, std::ios::end);
    const std::streamoff end = stream_.tellg();
    if (end < 0) throw ModelError("model_invalid", "The size of the model file cannot be read");
    size_ = static_cast<uint64_t>(end);
    rewind();
}

void ModelFile::read(void * output, uint64_t bytes, const char * what) {
    if (bytes > remaining() || read_some(output, static_cast<size_t>(bytes)) != bytes) {
        throw ModelError("model_invalid", std::string("The file ends inside ") + what);
    }
}

void ModelFile::skip(uint64_t bytes, const char * what) {
    if (bytes > remaining()) throw ModelError("model_invalid", std::string("The file ends inside ") + what);
    stream_.seekg(static_cast<std::streamoff>(bytes), std::ios::cur);
    position_ += bytes;
}

void ModelFile::rewind() {
    stream_.clear();
    stream_.seekg(0);
    position_ = 0;
    met_end_ = false;
}

size_t ModelFile::read_some(void * output, size_t bytes) {
    if (bytes == 0) return 0;
    stream_.read(static_cast<char *>(output), static_cast<std::streamsize>(bytes));
    const size_t got = static_cast<size_t>(stream_.gcount());
    position_ += got;
    if (got < bytes) {
        std::memset(static_cast<char *>(output) + got, 0, bytes - got);
        met_end_ = true;
    }
    return got;
}

}  // namespace steno
