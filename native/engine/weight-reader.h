#pragma once

#include "model-check.h"

namespace steno {

/// Whether f16 matrices are turned into BF16 while a model is loaded.
enum class Bf16 { on, off, automatic };

/// Whether this processor multiplies BF16 numbers by itself, and so faster than f16 (AVX512-BF16).
bool processor_has_bf16();

/// A checked model file as whisper.cpp's loader reads it, with its f16 matrices as BF16 if wanted: the same bytes but
/// for the weight type in the header, the type of each matrix, and their numbers. Convolutions stay f16.
class WeightReader {
public:
    /// The file stands at its first byte; it and the summary must outlive the reader.
    WeightReader(ModelFile & file, const ModelSummary & model, bool to_bf16);

    /// As whisper.cpp's loader asks for the bytes, in their order: how many were read, the rest is zeros.
    size_t read(void * output, size_t bytes);
    bool met_end() const { return file_.met_end(); }

    /// Throws ModelError when a matrix was not read as one piece: it would hold f16 numbers taken for BF16.
    void require_converted() const;

private:
    ModelFile & file_;
    const std::vector<MatrixPlace> & matrices_;
    bool to_bf16_;
    size_t converted_ = 0;  // matrices that were read, in file order
};

}  // namespace steno
