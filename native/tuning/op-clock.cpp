// ggml asks each of its extra types of buffers, before every operation, whether it computes it (traits.h). This one never
// does, and holds nothing: it looks at the clock.

#include "op-clock.h"

#include "ggml-backend-impl.h"
#include "ggml-cpu.h"
#include "ggml.h"
#include "traits.h"

namespace steno {

namespace {

thread_local OpClock * running = nullptr;

bool is_convolution(const ggml_tensor * product) {
    const ggml_tensor * from = product->src[0]->src[0];
    return from != nullptr && from->op == GGML_OP_IM2COL;
}

const char * kind_of(const ggml_tensor * op) {
    switch (op->op) {
        case GGML_OP_MUL_MAT: return is_convolution(op) ? "convolution" : "products";
        case GGML_OP_FLASH_ATTN_EXT: return "attention";
        case GGML_OP_UNARY: return "gelu";
        case GGML_OP_NORM: return "norm";
        case GGML_OP_ADD:
        case GGML_OP_MUL:
        case GGML_OP_SCALE: return "adding";
        case GGML_OP_CONT:
        case GGML_OP_CPY:
        case GGML_OP_GET_ROWS:
        case GGML_OP_IM2COL: return "copying";
        default: return "other";
    }
}

class Watching : public ggml::cpu::extra_buffer_type {
    bool supports_op(ggml_backend_dev_t, const ggml_tensor *) override { return false; }

    ggml::cpu::tensor_traits * get_tensor_traits(const ggml_tensor * op) override {
        if (running != nullptr) running->begin(kind_of(op));
        return nullptr;
    }
};

}  // namespace

OpClock::OpClock() : since_(std::chrono::steady_clock::now()) { running = this; }

OpClock::~OpClock() { running = nullptr; }

void OpClock::begin(const char * kind) {
    const auto now = std::chrono::steady_clock::now();
    spent_[kind_ ? kind_ : "other"] += std::chrono::duration<double, std::milli>(now - since_).count();
    since_ = now;
    kind_ = kind;
}

const std::map<std::string, double> & OpClock::stop() {
    begin(nullptr);
    running = nullptr;
    return spent_;
}

void install_op_clock() {
    static ggml_backend_buffer_type type = {
        {
            [](ggml_backend_buffer_type_t) { return "clock"; },
            [](ggml_backend_buffer_type_t, size_t) -> ggml_backend_buffer_t { return nullptr; },
            [](ggml_backend_buffer_type_t) -> size_t { return 64; },
            nullptr,
            nullptr,
            nullptr,
        },
        ggml_backend_reg_dev_get(ggml_backend_cpu_reg(), 0),
        new Watching,
    };
    auto & types = ggml_backend_cpu_get_extra_buffer_types();
    types.insert(types.begin(), &type);  // before those that compute
}

}  // namespace steno
