#include "product-shapes.h"

#include <omp.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <tuple>

namespace steno_products {

namespace {

using dnnl::memory;
using Tag = memory::format_tag;
using Type = memory::data_type;

/// Any number of rows has weights packed alike, so these stand for all.
constexpr int usual_rows = 64;

dnnl::matmul::primitive_desc describe_shape(const Shape & shape, const memory::desc & weights) {
    const memory::dims size = {shape.rows, shape.outputs};
    const memory::desc in({shape.rows, shape.inputs}, Type::bf16, Tag::ab);
    const memory::desc out(size, shape.endings & gelu ? Type::bf16 : Type::f32, Tag::ab);
    dnnl::post_ops after;
    if (shape.endings & gelu) append_gelu(after);
    if (shape.endings & residual) after.append_binary(dnnl::algorithm::binary_add, memory::desc(size, Type::f32, Tag::ab));
    dnnl::primitive_attr attributes;
    attributes.set_post_ops(after);
    // The library's own would be that of the thread which compiled the product.
    attributes.set_scratchpad_mode(dnnl::scratchpad_mode::user);
    if (!(shape.endings & bias)) return describe<dnnl::matmul>(attributes, in, weights, out);
    const memory::desc biases({1, shape.outputs}, Type::f32, Tag::ab);
    return describe<dnnl::matmul>(attributes, in, weights, biases, out);
}

/// Its reference kernels are far slower than ggml's.
bool is_fast(const dnnl::matmul::primitive_desc & description) {
    return std::string(description.impl_info_str()).rfind("brg", 0) == 0;
}

std::mutex mutex;

}  // namespace

dnnl::engine & processor() {
    static dnnl::engine engine(dnnl::engine::kind::cpu, 0);
    return engine;
}

void execute(const dnnl::primitive & primitive, const std::unordered_map<int, memory> & arguments) {
    omp_set_num_threads(1);
    dnnl::stream stream(processor());
    primitive.execute(stream, arguments);
}

const dnnl::memory::desc * packed_weights(int inputs, int outputs) {
    static std::map<std::pair<int, int>, memory::desc> known;
    const std::lock_guard<std::mutex> lock(mutex);
    auto found = known.find({inputs, outputs});
    if (found == known.end()) {
        const memory::desc any({inputs, outputs}, Type::bf16, Tag::any);
        memory::desc packed;  // of no size
        try {
            const auto description = describe_shape({usual_rows, inputs, outputs, 0}, any);
            if (is_fast(description)) packed = description.weights_desc();
        } catch (const dnnl::error &) {
            // This processor does not multiply BF16.
        }
        found = known.emplace(std::pair(inputs, outputs), packed).first;
    }
    return found->second.get_size() > 0 ? &found->second : nullptr;
}

const Product & product(const Shape & shape) {
    static std::map<std::tuple<int, int, int, int>, Product> compiled;
    const memory::desc * weights = packed_weights(shape.inputs, shape.outputs);
    const std::tuple key(shape.rows, shape.inputs, shape.outputs, shape.endings);
    const std::lock_guard<std::mutex> lock(mutex);
    auto found = compiled.find(key);
    if (found == compiled.end()) {
        const auto description = describe_shape(shape, *weights);
        found = compiled.emplace(key, Product{description, dnnl::matmul(description)}).first;
    }
    return found->second;
}

void pack_weights(int inputs, int outputs, const void * from, void * to) {
    const memory::desc plain({inputs, outputs}, Type::bf16, Tag::ba);
    memory source(plain, processor(), const_cast<void *>(from));
    memory packed(*packed_weights(inputs, outputs), processor(), to);
    dnnl::stream stream(processor());
    dnnl::reorder(source, packed).execute(stream, source, packed);
    stream.wait();
}

}  // namespace steno_products
