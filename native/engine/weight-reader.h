#pragma once

#include "whisper-check.h"

namespace steno {

/// A choice of the command line.
enum class Switch { on, off, automatic };

/// What the encoder's f16 matrices are multiplied in.
enum class Precision { f16, bf16, int8, int16, automatic };

/// The types that f16 matrices are converted to while a model is loaded; f16 leaves them as they are.
struct WeightTypes {
    ggml_type encoder = GGML_TYPE_F16;  // f16, BF16, or I8 or I16: read as f16, and packed by tuning/int8-packing.cpp or int16-packing.cpp
    ggml_type decoder = GGML_TYPE_F16;  // f16, BF16 or Q8_0; of what is computed for each token
};

/// Whether such matrices are packed as whole numbers of this type (backends.h).
inline bool is_packed_whole(ggml_type type) { return type == GGML_TYPE_I8 || type == GGML_TYPE_I16; }

/// As ggml calls it, but for whole numbers.
const char * type_name(ggml_type type);

/// By itself BF16 where this processor multiplies it natively (AVX512-BF16), else 8 bits where oneDNN does with VNNI, else 16 where
/// it has AVX2 and nothing wider; Q8_0 for the decoder, whose speed is that of memory. Throws std::invalid_argument if 8 or 16 bits
/// are asked for where nothing multiplies them.
WeightTypes weight_types(Precision precision, Switch decoder_q8);

/// A checked model file as whisper.cpp's loader reads it, with its f16 matrices in other types: the same bytes except
/// for the weight type in the header, the type of each matrix, and their numbers. Convolutions stay f16.
class WeightReader {
public:
    /// The file is at its first byte; it and the summary must outlive the reader.
    WeightReader(ModelFile & file, const ModelSummary & model, const WeightTypes & types);

    /// Reads bytes sequentially, as whisper.cpp's loader requests them: returns how many were read, the rest is zeros.
    size_t read(void * output, size_t bytes);
    bool met_end() const { return file_.met_end(); }

    /// Throws ModelError if a matrix was not read as one piece: it would contain numbers of another type.
    void require_converted() const;

private:
    size_t read_matrix(const MatrixPlace & matrix, void * output, size_t bytes);

    ggml_type type_of(const MatrixPlace & matrix) const {
        const ggml_type type = matrix.in_decoder ? types_.decoder : types_.encoder;
        return is_packed_whole(type) ? GGML_TYPE_F16 : type;
    }

    ModelFile & file_;
    const std::vector<MatrixPlace> & matrices_;
    WeightTypes types_;
    size_t converted_ = 0;  // matrices read so far, in file order
};

}  // namespace steno
