// The few functions of ggml and whisper.cpp that the model checks need, from ggml's own definitions.
#define GGML_COMMON_DECL_CPP
#include "ggml-common.h"
#include "ggml.h"
#include "whisper.h"

namespace {

struct Type {
    const char * name;
    int64_t block;  // numbers
    size_t bytes;   // of a block
};

Type type_of(ggml_type type) {
    switch (type) {
        case GGML_TYPE_F32: return {"f32", 1, 4};
        case GGML_TYPE_I32: return {"i32", 1, 4};
        case GGML_TYPE_F16: return {"f16", 1, 2};
        case GGML_TYPE_BF16: return {"bf16", 1, 2};
        case GGML_TYPE_Q4_0: return {"q4_0", QK4_0, sizeof(block_q4_0)};
        case GGML_TYPE_Q4_1: return {"q4_1", QK4_1, sizeof(block_q4_1)};
        case GGML_TYPE_Q5_0: return {"q5_0", QK5_0, sizeof(block_q5_0)};
        case GGML_TYPE_Q5_1: return {"q5_1", QK5_1, sizeof(block_q5_1)};
        case GGML_TYPE_Q8_0: return {"q8_0", QK8_0, sizeof(block_q8_0)};
        case GGML_TYPE_Q2_K: return {"q2_K", QK_K, sizeof(block_q2_K)};
        case GGML_TYPE_Q3_K: return {"q3_K", QK_K, sizeof(block_q3_K)};
        case GGML_TYPE_Q4_K: return {"q4_K", QK_K, sizeof(block_q4_K)};
        case GGML_TYPE_Q5_K: return {"q5_K", QK_K, sizeof(block_q5_K)};
        case GGML_TYPE_Q6_K: return {"q6_K", QK_K, sizeof(block_q6_K)};
        default: return {"unknown", 1, 0};
    }
}

}  // namespace

const char * ggml_type_name(ggml_type type) { return type_of(type).name; }
int64_t ggml_blck_size(ggml_type type) { return type_of(type).block; }
size_t ggml_row_size(ggml_type type, int64_t numbers) {
    return type_of(type).bytes * static_cast<size_t>(numbers / type_of(type).block);
}
const char * whisper_lang_str(int id) { return id >= 0 && id < 100 ? "xx" : nullptr; }
