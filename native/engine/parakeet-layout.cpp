#include "parakeet-layout.h"

namespace steno {

namespace {

/// Collects the tensors of a model.
class ParakeetLayout {
public:
    ParakeetLayout(const ParakeetDims & dims, ggml_type weights) : dims_(dims), weights_(weights) {}

    std::vector<ParakeetTensor> collect() {
        subsampling();
        for (int32_t i = 0; i < dims_.audio_layer; i++) encoder_layer("encoder.layers." + std::to_string(i) + ".");
        prediction();
        joint();
        return std::move(out_);
    }

private:
    void add(const std::string & name, std::array<int64_t, 4> shape, ggml_type type) {
        out_.push_back({name, shape, type});
    }
    void matrix(const std::string & name, int64_t inner, int64_t outer) { add(name, {inner, outer, 1, 1}, weights_); }
    void vector(const std::string & name, int64_t size) { add(name, {size, 1, 1, 1}, GGML_TYPE_F32); }
    void norm(const std::string & name) {
        vector(name + ".weight", dims_.audio_state);
        vector(name + ".bias", dims_.audio_state);
    }

    void convolution(const std::string & part, int64_t kernel, int64_t inputs) {
        const std::string name = "encoder.pre_encode.conv." + part;
        add(name + ".weight", {kernel, kernel, inputs, dims_.subsampling_channels}, GGML_TYPE_F32);
        add(name + ".bias", {1, 1, dims_.subsampling_channels, 1}, GGML_TYPE_F32);
    }

    void subsampling() {
        matrix("encoder.pre_encode.out.weight", subsampled_features(dims_), dims_.audio_state);
        vector("encoder.pre_encode.out.bias", dims_.audio_state);
        for (const char * part : {"0", "2", "5"}) convolution(part, 3, 1);
        for (const char * part : {"3", "6"}) convolution(part, 1, dims_.subsampling_channels);
    }

    void feed_forward(const std::string & layer, const std::string & part) {
        const int64_t width = dims_.audio_state;
        norm(layer + "norm_feed_forward" + part);
        matrix(layer + "feed_forward" + part + ".linear1.weight", width, 4 * width);
        matrix(layer + "feed_forward" + part + ".linear2.weight", 4 * width, width);
    }

    void encoder_layer(const std::string & layer) {
        const int64_t width = dims_.audio_state;
        feed_forward(layer, "1");
        norm(layer + "norm_conv");
        matrix(layer + "conv.pointwise_conv1.weight", width, 2 * width);
        add(layer + "conv.depthwise_conv.weight", {dims_.conv_kernel, width, 1, 1}, GGML_TYPE_F32);
        norm(layer + "conv.batch_norm");
        vector(layer + "conv.batch_norm.running_mean", width);
        vector(layer + "conv.batch_norm.running_var", width);
        add(layer + "conv.batch_norm.num_batches_tracked", {1, 1, 1, 1}, GGML_TYPE_I32);
        matrix(layer + "conv.pointwise_conv2.weight", width, width);
        norm(layer + "norm_self_att");
        for (const char * bias : {"pos_bias_u", "pos_bias_v"}) {
            add(layer + "self_attn." + bias, {width / dims_.audio_head, dims_.audio_head, 1, 1}, GGML_TYPE_F32);
        }
        for (const char * part : {"q", "k", "v", "out", "pos"}) {
            matrix(layer + "self_attn.linear_" + part + ".weight", width, width);
        }
        feed_forward(layer, "2");
        norm(layer + "norm_out");
    }

    /// A prediction network that does not divide into the blocks of a quantized type stays as it was.
    ggml_type prediction_type() const {
        return dims_.pred_dim % ggml_blck_size(weights_) == 0 ? weights_ : GGML_TYPE_F32;
    }

    void prediction() {
        const int64_t width = dims_.pred_dim;
        const std::string network = "decoder.prediction.";
        add(network + "embed.weight", {width, dims_.vocab + 1, 1, 1}, prediction_type());
        for (int32_t i = 0; i < dims_.pred_layers; i++) {
            const std::string layer = std::to_string(i);
            add(network + "dec_rnn.lstm.weight_ih_l" + layer, {width, 4 * width, 1, 1}, prediction_type());
            add(network + "dec_rnn.lstm.weight_hh_l" + layer, {width, 4 * width, 1, 1}, prediction_type());
            vector(network + "dec_rnn.lstm.bias_h_l" + layer, 4 * width);
        }
    }

    void joint() {
        const int64_t width = dims_.pred_dim;
        const int64_t outputs = dims_.vocab + dims_.durations + 1;
        add("joint.pred.weight", {width, width, 1, 1}, prediction_type());
        vector("joint.pred.bias", width);
        matrix("joint.enc.weight", dims_.audio_state, width);
        vector("joint.enc.bias", width);
        add("joint.joint_net.2.weight", {width, outputs, 1, 1}, prediction_type());
        vector("joint.joint_net.2.bias", outputs);
    }

    const ParakeetDims & dims_;
    ggml_type weights_;
    std::vector<ParakeetTensor> out_;
};

}  // namespace

std::vector<ParakeetTensor> parakeet_layout(const ParakeetDims & dims, ggml_type weights) {
    return ParakeetLayout(dims, weights).collect();
}

int64_t subsampled_features(const ParakeetDims & dims) {
    return static_cast<int64_t>(dims.mels / dims.subsampling) * dims.subsampling_channels;
}

std::string parakeet_type(const ParakeetDims & dims) {
    return dims.audio_state == 1024 && dims.audio_layer == 24 ? "parakeet-tdt-0.6b" : "custom";
}

}  // namespace steno
