// Products of BF16 matrices by oneDNN. ggml has a place for such: a type of buffer whose weights are packed when they are
// set, and whose products it hands over (traits.h).

#include "products.h"

#include <omp.h>

#include <algorithm>

#include "ggml-cpu.h"
#include "ggml-impl.h"
#include "product-shapes.h"
#include "traits.h"

namespace steno_products {

namespace {

constexpr int rows_at_once = 64;
constexpr size_t alignment = 64;

size_t aligned(size_t bytes) { return (bytes + alignment - 1) / alignment * alignment; }

int inputs_of(const ggml_tensor * weights) { return static_cast<int>(weights->ne[0]); }
int outputs_of(const ggml_tensor * weights) { return static_cast<int>(weights->ne[1]); }

/// Whether these are weights that are packed.
bool is_matrix(const ggml_tensor * t) {
    return t->type == GGML_TYPE_BF16 && ggml_is_contiguous(t) && ggml_nrows(t) == t->ne[1] && t->ne[1] > 1 &&
           packed_weights(inputs_of(t), outputs_of(t)) != nullptr;
}

int endings_of(const ggml_tensor * op) {
    return (op->src[bias_source] ? bias : 0) | (op->src[residual_source] ? residual : 0) |
           (ggml_get_op_params_i32(op, gelu_parameter) ? gelu : 0);
}

/// A product with the memory of one thread for it.
class Rows {
public:
    Rows(const ggml_tensor * op, int count)
        : op_(op), count_(count),
          product_(product({count, inputs_of(op->src[0]), outputs_of(op->src[0]), endings_of(op)})) {}

    /// Numbers as BF16, then what oneDNN asks for.
    size_t memory() const { return numbers() + aligned(product_.description.scratchpad_desc().get_size()); }

    void compute(dnnl::stream & stream, int first, char * memory) {
        void * in = row(op_->src[1], first);
        if (op_->src[1]->type == GGML_TYPE_F32) {
            const auto convert = ggml_get_type_traits_cpu(GGML_TYPE_BF16)->from_float;
            for (int i = 0; i < count_; i++) {
                char * to = memory + static_cast<size_t>(i) * ggml_row_size(GGML_TYPE_BF16, op_->src[1]->ne[0]);
                convert(reinterpret_cast<float *>(row(op_->src[1], first + i)), to, op_->src[1]->ne[0]);
            }
            in = memory;
        }
        const auto & d = product_.description;
        std::unordered_map<int, dnnl::memory> arguments = {
            {DNNL_ARG_SRC, {d.src_desc(), processor(), in}},
            {DNNL_ARG_WEIGHTS, {d.weights_desc(), processor(), op_->src[0]->data}},
            {DNNL_ARG_DST, {d.dst_desc(), processor(), row(op_, first)}},
            {DNNL_ARG_SCRATCHPAD, {d.scratchpad_desc(), processor(), memory + numbers()}},
        };
        if (const ggml_tensor * biases = op_->src[bias_source]) {
            arguments.emplace(DNNL_ARG_BIAS, dnnl::memory(d.bias_desc(), processor(), biases->data));
        }
        if (const ggml_tensor * before = op_->src[residual_source]) {
            arguments.emplace(DNNL_ARG_ATTR_MULTIPLE_POST_OP(0) | DNNL_ARG_SRC_1,
                              dnnl::memory(d.dst_desc(), processor(), row(before, first)));
        }
        product_.run.execute(stream, arguments);
    }

private:
    static char * row(const ggml_tensor * t, int i) { return static_cast<char *>(t->data) + i * t->nb[1]; }

    size_t numbers() const { return aligned(static_cast<size_t>(count_) * ggml_row_size(GGML_TYPE_BF16, op_->src[1]->ne[0])); }

    const ggml_tensor * op_;
    int count_;
    const Product & product_;
};

/// The product in parts of some rows. Which they are does not depend on the number of threads.
class Parts {
public:
    explicit Parts(const ggml_tensor * op)
        : rows_(static_cast<int>(op->ne[1])), whole_(op, std::min(rows_, rows_at_once)),
          last_(op, rows_ % rows_at_once ? rows_ % rows_at_once : std::min(rows_, rows_at_once)) {}

    int count() const { return (rows_ + rows_at_once - 1) / rows_at_once; }
    size_t memory() const { return std::max(whole_.memory(), last_.memory()); }

    void compute(dnnl::stream & stream, int part, char * memory) {
        (part + 1 < count() ? whole_ : last_).compute(stream, part * rows_at_once, memory);
    }

private:
    int rows_;
    Rows whole_;
    Rows last_;
};

class Traits : public ggml::cpu::tensor_traits {
    bool work_size(int threads, const ggml_tensor * op, size_t & size) override {
        size = Parts(op).memory() * threads + alignment;
        return true;
    }

    bool compute_forward(ggml_compute_params * params, ggml_tensor * op) override {
        // Each of ggml's threads takes parts of its own: oneDNN shall start none beside them.
        omp_set_num_threads(1);
        if (params->ith == 0) ggml_threadpool_chunk_set(params->threadpool, params->nth);
        Parts parts(op);
        char * base = reinterpret_cast<char *>(aligned(reinterpret_cast<size_t>(params->wdata)));
        dnnl::stream stream(processor());
        ggml_barrier(params->threadpool);
        for (int part = params->ith; part < parts.count(); part = ggml_threadpool_chunk_add(params->threadpool, 1)) {
            parts.compute(stream, part, base + params->ith * parts.memory());
        }
        return true;
    }
};

class BufferType : public ggml::cpu::extra_buffer_type {
    bool supports_op(ggml_backend_dev_t, const ggml_tensor * op) override {
        return op->op == GGML_OP_MUL_MAT && is_matrix(op->src[0]) && ggml_nrows(op->src[1]) == op->src[1]->ne[1] &&
               (op->src[1]->type == GGML_TYPE_F32 || op->src[1]->type == GGML_TYPE_BF16);
    }

    ggml::cpu::tensor_traits * get_tensor_traits(const ggml_tensor * op) override {
        static Traits traits;
        return is_packed(op) ? &traits : nullptr;
    }
};

void free_buffer(ggml_backend_buffer_t buffer) { ggml_aligned_free(buffer->context, buffer->size); }

void * base_of(ggml_backend_buffer_t buffer) { return buffer->context; }

void set_tensor(ggml_backend_buffer_t, ggml_tensor * tensor, const void * data, size_t offset, size_t size) {
    GGML_ASSERT(offset == 0 && size == ggml_nbytes(tensor));
    pack_weights(inputs_of(tensor), outputs_of(tensor), data, tensor->data);
}

void clear(ggml_backend_buffer_t buffer, uint8_t value) { std::memset(buffer->context, value, buffer->size); }

ggml_backend_buffer_t allocate(ggml_backend_buffer_type_t type, size_t size) {
    void * memory = ggml_aligned_malloc(size);
    if (memory == nullptr) return nullptr;
    ggml_backend_buffer_i functions = {};
    functions.free_buffer = free_buffer;
    functions.get_base = base_of;
    functions.set_tensor = set_tensor;
    functions.clear = clear;
    return ggml_backend_buffer_init(type, functions, memory, size);
}

size_t packed_size(ggml_backend_buffer_type_t, const ggml_tensor * tensor) {
    return is_matrix(tensor) ? packed_weights(inputs_of(tensor), outputs_of(tensor))->get_size() : ggml_nbytes(tensor);
}

ggml_backend_buffer_type_t buffer_type() {
    static ggml_backend_buffer_type type = {
        {
            [](ggml_backend_buffer_type_t) { return buffer_name; },
            allocate,
            [](ggml_backend_buffer_type_t) { return alignment; },
            nullptr,  // no greatest size
            packed_size,
            nullptr,  // what is packed is not read by others
        },
        ggml_backend_reg_dev_get(ggml_backend_cpu_reg(), 0),
        new BufferType,
    };
    return &type;
}

}  // namespace

}  // namespace steno_products

void steno_use_packed_products() {
    ggml_backend_cpu_get_extra_buffer_types().push_back(steno_products::buffer_type());
}
