#pragma once

#include "model-check.h"

namespace steno {

/// Whether f16 matrices are converted to BF16 while a model is loaded.
enum class Bf16 { on, off, automatic };

/// Whether this processor multiplies BF16 natively, and so faster than f16 (AVX512-BF16).
bool processor_has_bf16();

/// A checked model file as whisper.cpp's loader reads it, optionally with its f16 matrices as BF16: the same bytes
/// except for the weight type in the header, the type of each matrix, and their numbers. Convolutions stay f16.
class WeightReader {
public:
    /// The file is at its first byte; it and the summary must outlive the reader.
    WeightReader(ModelFile & file, const ModelSummary & model, bool to_bf16);

    /// Reads bytes sequentially, as whisper.cpp's loader requests them: returns how many were read, the rest is zeros.
    size_t read(void * output, size_t bytes);
    bool met_end() const { return file_.met_end(); }

    /// Throws ModelError if a matrix was not read as one piece: it would contain f16 numbers interpreted as BF16.
    void require_converted() const;

private:
    ModelFile & file_;
    const std::vector<MatrixPlace> & matrices_;
    bool to_bf16_;
    size_t converted_ = 0;  // matrices read so far, in file order
};

}  // namespace steno
