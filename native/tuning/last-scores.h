#pragma once

// Included before everything else in whisper.cpp (native/CMakeLists.txt), which computes the scores of all words for each
// token of a prompt and reads those of the last one. They are half of the work on a prompt.

#ifdef __cplusplus

#include "ggml-backend.h"
#include "ggml.h"

namespace steno_scores {

/// What `batch` is in functions of whisper.cpp that have none.
struct NoBatch {};

inline bool wants_last(const NoBatch &) { return false; }

/// Whether the scores of the last of several tokens alone are read.
template <typename Batch> bool wants_last(const Batch & batch) {
    for (int i = 0; i + 1 < batch.n_tokens; i++) {
        if (batch.logits[i] != 0) return false;
    }
    return batch.n_tokens > 1;
}

/// Whether these are the weights of all words; no other matrix has more than four outputs for an input.
inline bool are_words(const ggml_tensor * a) { return a->op == GGML_OP_NONE && a->ne[1] > 4 * a->ne[0]; }

inline bool on_processor(const ggml_tensor * a) { return a->buffer != nullptr && ggml_backend_buffer_is_host(a->buffer); }

/// The result has the size that whisper.cpp expects; what it does not read there is not computed.
template <typename Batch>
ggml_tensor * multiply(ggml_context * context, ggml_tensor * a, ggml_tensor * b, const Batch & batch) {
    if (!wants_last(batch) || !are_words(a) || !on_processor(a)) return ggml_mul_mat(context, a, b);
    ggml_tensor * last = ggml_view_2d(context, b, b->ne[0], 1, b->nb[1], (b->ne[1] - 1) * b->nb[1]);
    ggml_tensor * all = ggml_new_tensor_2d(context, GGML_TYPE_F32, a->ne[1], b->ne[1]);
    return ggml_set_2d_inplace(context, all, ggml_mul_mat(context, a, last), all->nb[1], (b->ne[1] - 1) * all->nb[1]);
}

}  // namespace steno_scores

/// Parameters of this name hide it.
constexpr steno_scores::NoBatch batch;

#define ggml_mul_mat(context, a, b) steno_scores::multiply(context, a, b, batch)

#endif
