#include "model-format.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace steno {

namespace {

constexpr size_t head_bytes = 512;
constexpr const char * magic = "lmgg";  // "ggml" as a little-endian number
constexpr const char * instead = "Take a ggml file (.bin) of Whisper or Parakeet instead.";
// Where Whisper's header has its vocabulary and its two contexts, which are the same in every Whisper model.
constexpr size_t vocabulary_at = 4;
constexpr size_t audio_context_at = 8;
constexpr size_t text_context_at = 24;

/// The first bytes of a file, of which there may be fewer than 512.
struct Head {
    std::array<unsigned char, head_bytes> bytes{};
    size_t size = 0;

    bool has(size_t at, const std::string & text) const {
        return at + text.size() <= size && std::memcmp(bytes.data() + at, text.data(), text.size()) == 0;
    }
    int32_t number(size_t at) const {
        int32_t value = 0;
        std::memcpy(&value, bytes.data() + at, sizeof(value));
        return value;
    }
};

Head read_head(ModelFile & file) {
    Head head;
    file.rewind();
    head.size = file.read_some(head.bytes.data(), head_bytes);
    file.rewind();
    return head;
}

/// No control characters but those of text, however many bytes a letter takes.
bool is_text(const Head & head) {
    return std::all_of(head.bytes.begin(), head.bytes.begin() + static_cast<std::ptrdiff_t>(head.size),
                       [](unsigned char byte) { return byte >= 0x20 || (byte >= '\t' && byte <= '\r'); });
}

/// ONNX is a protobuf whose first field is a small version number and whose second is text, a number or the graph.
bool is_onnx(const Head & head) {
    const std::string next = "\x12\x10\x1a\x22\x3a\x42";
    return head.size > 16 && head.bytes[0] == 0x08 && head.bytes[1] >= 1 && head.bytes[1] <= 32 &&
           next.find(static_cast<char>(head.bytes[2])) != std::string::npos;
}

/// safetensors starts with the length of its JSON in eight bytes.
bool is_safetensors(const Head & head) {
    return head.has(8, "{\"") && head.bytes[6] == 0 && head.bytes[7] == 0;
}

/// What a file that does not start with ggml's magic number is.
std::string name_format(const Head & head) {
    const auto another = [](const std::string & what) { return "This is " + what + ". " + instead; };
    if (head.has(0, "GGUF")) return another("a GGUF file, which this program does not read");
    if (head.has(257, "ustar")) return another("a tar archive, such as a NeMo model (.nemo)");
    if (head.has(0, "\x1f\x8b")) return another("a gzip archive, such as a NeMo model (.nemo)");
    if (head.has(0, "PK\x03\x04")) return another("a zip archive, such as a PyTorch or Core ML model");
    if (is_safetensors(head)) return another("a safetensors file");
    if (is_onnx(head)) return another("an ONNX model");
    if (head.has(0, "version https://git-lfs")) {
        return "This is a Git LFS pointer, not a model. Download the file that it points to.";
    }
    if (is_text(head)) return another("a text file, not a model");
    return "This is not a ggml model (bad magic)";
}

}  // namespace

Architecture model_architecture(ModelFile & file) {
    const Head head = read_head(file);
    if (head.size < sizeof(uint32_t)) throw ModelError("model_invalid", "The file ends inside the header");
    if (!head.has(0, magic)) throw ModelError("model_invalid", name_format(head));
    const int32_t vocabulary = head.number(vocabulary_at);
    const bool whisper = (vocabulary >= 51864 && vocabulary <= 51866) || head.number(audio_context_at) == 1500 ||
                         head.number(text_context_at) == 448;
    return whisper ? Architecture::whisper : Architecture::parakeet;
}

}  // namespace steno
