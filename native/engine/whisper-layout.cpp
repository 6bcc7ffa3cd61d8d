#include "whisper-layout.h"

namespace steno {

namespace {

/// Collects the tensors of one encoder or decoder.
class Layout {
public:
    Layout(int64_t width, ggml_type weights, std::vector<TensorSpec> & out)
        : width_(width), weights_(weights), out_(out) {}

    void matrix(const std::string & name, int64_t inner, int64_t outer) {
        out_.push_back({name, {inner, outer, 1}, weights_});
    }

    void vector(const std::string & name, int64_t size) { out_.push_back({name, {size, 1, 1}, GGML_TYPE_F32}); }

    void norm(const std::string & name) {
        vector(name + ".weight", width_);
        vector(name + ".bias", width_);
    }

    void attention(const std::string & block, const std::string & name) {
        norm(block + name + "_ln");
        for (const char * part : {"query", "key", "value", "out"}) {
            const std::string prefix = block + name + "." + part;
            matrix(prefix + ".weight", width_, width_);
            // Whisper's keys have no bias.
            if (std::string(part) != "key") vector(prefix + ".bias", width_);
        }
    }

    void mlp(const std::string & block) {
        norm(block + "mlp_ln");
        matrix(block + "mlp.0.weight", width_, 4 * width_);
        vector(block + "mlp.0.bias", 4 * width_);
        matrix(block + "mlp.2.weight", 4 * width_, width_);
        vector(block + "mlp.2.bias", width_);
    }

private:
    int64_t width_;
    ggml_type weights_;
    std::vector<TensorSpec> & out_;
};

void add_encoder(const ModelDims & dims, ggml_type weights, std::vector<TensorSpec> & out) {
    const int64_t width = dims.audio_state;
    const ggml_type conv = weights == GGML_TYPE_F32 ? GGML_TYPE_F32 : GGML_TYPE_F16;
    Layout layout(width, weights, out);

    out.push_back({"encoder.positional_embedding", {width, dims.audio_ctx, 1}, GGML_TYPE_F32});
    out.push_back({"encoder.conv1.weight", {3, dims.mels, width}, conv});
    out.push_back({"encoder.conv1.bias", {1, width, 1}, GGML_TYPE_F32});
    out.push_back({"encoder.conv2.weight", {3, width, width}, conv});
    out.push_back({"encoder.conv2.bias", {1, width, 1}, GGML_TYPE_F32});
    layout.norm("encoder.ln_post");
    for (int32_t i = 0; i < dims.audio_layer; i++) {
        const std::string block = "encoder.blocks." + std::to_string(i) + ".";
        layout.attention(block, "attn");
        layout.mlp(block);
    }
}

void add_decoder(const ModelDims & dims, ggml_type weights, std::vector<TensorSpec> & out) {
    const int64_t width = dims.text_state;
    Layout layout(width, weights, out);

    out.push_back({"decoder.positional_embedding", {width, dims.text_ctx, 1}, GGML_TYPE_F32});
    layout.matrix("decoder.token_embedding.weight", width, dims.vocab);
    layout.norm("decoder.ln");
    for (int32_t i = 0; i < dims.text_layer; i++) {
        const std::string block = "decoder.blocks." + std::to_string(i) + ".";
        layout.attention(block, "attn");
        layout.attention(block, "cross_attn");
        layout.mlp(block);
    }
}

}  // namespace

ggml_type weight_type(int32_t ftype) {
    switch (ftype) {
        case GGML_FTYPE_ALL_F32: return GGML_TYPE_F32;
        case GGML_FTYPE_MOSTLY_F16: return GGML_TYPE_F16;
        case GGML_FTYPE_MOSTLY_BF16: return GGML_TYPE_BF16;
        case GGML_FTYPE_MOSTLY_Q4_0: return GGML_TYPE_Q4_0;
        case GGML_FTYPE_MOSTLY_Q4_1: return GGML_TYPE_Q4_1;
        case GGML_FTYPE_MOSTLY_Q5_0: return GGML_TYPE_Q5_0;
        case GGML_FTYPE_MOSTLY_Q5_1: return GGML_TYPE_Q5_1;
        case GGML_FTYPE_MOSTLY_Q8_0: return GGML_TYPE_Q8_0;
        case GGML_FTYPE_MOSTLY_Q2_K: return GGML_TYPE_Q2_K;
        case GGML_FTYPE_MOSTLY_Q3_K: return GGML_TYPE_Q3_K;
        case GGML_FTYPE_MOSTLY_Q4_K: return GGML_TYPE_Q4_K;
        case GGML_FTYPE_MOSTLY_Q5_K: return GGML_TYPE_Q5_K;
        case GGML_FTYPE_MOSTLY_Q6_K: return GGML_TYPE_Q6_K;
        default: return GGML_TYPE_COUNT;
    }
}

std::vector<TensorSpec> model_layout(const ModelDims & dims, ggml_type weights) {
    std::vector<TensorSpec> out;
    add_encoder(dims, weights, out);
    add_decoder(dims, weights, out);
    return out;
}

std::string model_type(const ModelDims & dims) {
    struct Known {
        int32_t width;
        int32_t audio_layer;
        int32_t text_layer;
        const char * name;
    };
    static constexpr Known known[] = {
        {384, 4, 4, "tiny"},      {512, 6, 6, "base"},      {768, 12, 12, "small"},
        {1024, 24, 24, "medium"}, {1280, 32, 32, "large"}, {1280, 32, 4, "large-turbo"},
    };
    for (const Known & model : known) {
        if (dims.audio_state == model.width && dims.audio_layer == model.audio_layer &&
            dims.text_layer == model.text_layer) {
            return model.name;
        }
    }
    return "custom";
}

}  // namespace steno
