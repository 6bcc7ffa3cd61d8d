// Products of matrices that are packed. ggml has a place for such: a type of buffer whose weights are packed when they are set, and
// whose products it hands over (traits.h). How weights are packed is a matter of its own (packing.h).

#include "products.h"

#include <algorithm>
#include <deque>

#include "ggml-cpu.h"
#include "ggml-impl.h"
#include "packing.h"
#include "traits.h"

namespace steno_products {

namespace {

/// The product in parts of some rows. Which they are does not depend on the number of threads.
class Parts {
public:
    Parts(const Packing & packing, const ggml_tensor * op)
        : packing_(packing), op_(op), rows_(static_cast<int>(op->ne[1])),
          memory_(std::max(packing.memory(op, std::min(rows_, rows_at_once)), packing.memory(op, last().count))) {}

    int count() const { return (rows_ + rows_at_once - 1) / rows_at_once; }
    /// That a thread needs.
    size_t memory() const { return memory_; }

    void compute(int part, char * memory) const {
        packing_.compute(op_, part + 1 < count() ? Rows{part * rows_at_once, rows_at_once} : last(), memory);
    }

private:
    Rows last() const {
        const int first = (count() - 1) * rows_at_once;
        return {first, rows_ - first};
    }

    const Packing & packing_;
    const ggml_tensor * op_;
    int rows_;
    size_t memory_;
};

class Traits : public ggml::cpu::tensor_traits {
public:
    explicit Traits(const Packing & packing) : packing_(packing) {}

private:
    bool work_size(int threads, const ggml_tensor * op, size_t & size) override {
        size = Parts(packing_, op).memory() * threads + alignment;
        return true;
    }

    bool compute_forward(ggml_compute_params * params, ggml_tensor * op) override {
        if (params->ith == 0) ggml_threadpool_chunk_set(params->threadpool, params->nth);
        const Parts parts(packing_, op);
        char * base = reinterpret_cast<char *>(aligned(reinterpret_cast<size_t>(params->wdata)));
        ggml_barrier(params->threadpool);
        for (int part = params->ith; part < parts.count(); part = ggml_threadpool_chunk_add(params->threadpool, 1)) {
            parts.compute(part, base + params->ith * parts.memory());
        }
        return true;
    }

    const Packing & packing_;
};

class BufferType : public ggml::cpu::extra_buffer_type {
public:
    explicit BufferType(const Packing & packing) : packing_(packing), traits_(packing) {}

    static const BufferType & of(ggml_backend_buffer_type_t type) {
        return *static_cast<BufferType *>(static_cast<ggml::cpu::extra_buffer_type *>(type->context));
    }

    const Packing & packing() const { return packing_; }

    /// Whether these are weights that are packed.
    bool takes(const ggml_tensor * t) const {
        return t->type == packing_.type() && ggml_is_contiguous(t) && ggml_nrows(t) == t->ne[1] && t->ne[1] > 1 &&
               packing_.has_kernel(inputs_of(t), outputs_of(t));
    }

private:
    bool supports_op(ggml_backend_dev_t, const ggml_tensor * op) override {
        return op->op == GGML_OP_MUL_MAT && takes(op->src[0]) && ggml_nrows(op->src[1]) == op->src[1]->ne[1] &&
               packing_.multiplies(op->src[1]->type);
    }

    ggml::cpu::tensor_traits * get_tensor_traits(const ggml_tensor * op) override {
        return is_packed(op, packing_.name()) ? &traits_ : nullptr;
    }

    const Packing & packing_;
    Traits traits_;
};

void free_buffer(ggml_backend_buffer_t buffer) { ggml_aligned_free(buffer->context, buffer->size); }

void * base_of(ggml_backend_buffer_t buffer) { return buffer->context; }

void set_tensor(ggml_backend_buffer_t buffer, ggml_tensor * tensor, const void * data, size_t offset, size_t size) {
    GGML_ASSERT(offset == 0 && size == ggml_nbytes(tensor));
    BufferType::of(buffer->buft).packing().pack(tensor, data);
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

size_t packed_size(ggml_backend_buffer_type_t type, const ggml_tensor * tensor) {
    const BufferType & ours = BufferType::of(type);
    return ours.takes(tensor) ? ours.packing().packed_bytes(tensor) : ggml_nbytes(tensor);
}

/// A type of buffers as ggml knows it, with what it is of.
struct KnownType {
    explicit KnownType(const Packing & packing) : ours(packing) {
        functions.iface.get_name = [](ggml_backend_buffer_type_t type) { return BufferType::of(type).packing().name(); };
        functions.iface.alloc_buffer = allocate;
        functions.iface.get_alignment = [](ggml_backend_buffer_type_t) { return alignment; };
        functions.iface.get_alloc_size = packed_size;
        functions.device = ggml_backend_reg_dev_get(ggml_backend_cpu_reg(), 0);
        functions.context = static_cast<ggml::cpu::extra_buffer_type *>(&ours);
    }

    BufferType ours;
    ggml_backend_buffer_type functions = {};
};

/// Once for each packing, before the first model is loaded.
void use(const Packing & packing) {
    static std::deque<KnownType> known;  // ggml keeps their addresses
    ggml_backend_cpu_get_extra_buffer_types().push_back(&known.emplace_back(packing).functions);
}

const Packing & packing_of(int type) {
    switch (type) {
        case GGML_TYPE_I8: return int8_packing();
        case GGML_TYPE_I16: return int16_packing();
        default: return bf16_packing();
    }
}

}  // namespace

}  // namespace steno_products

int steno_has_products(int type) {
    constexpr int usual_width = 512;  // any is as good
    return steno_products::packing_of(type).has_kernel(usual_width, usual_width);
}

void steno_use_products(int type) { steno_products::use(steno_products::packing_of(type)); }
