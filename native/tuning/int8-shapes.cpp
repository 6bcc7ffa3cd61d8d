#include "int8-shapes.h"

#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "packing.h"
#include "product-shapes.h"

namespace steno_products {

namespace {

using dnnl::memory;
using Tag = memory::format_tag;
using Type = memory::data_type;

dnnl::convolution_forward::primitive_desc describe_size(int inputs, int outputs) {
    const memory::desc in({1, inputs, 1, rows_at_once}, Type::u8, Tag::nhwc);
    const memory::desc weights({outputs, inputs, 1, 1}, Type::s8, Tag::any);
    const memory::desc out({1, outputs, 1, rows_at_once}, Type::s32, Tag::nhwc);
    dnnl::primitive_attr attributes;
    attributes.set_scratchpad_mode(dnnl::scratchpad_mode::user);
    const memory::dims step = {1, 1};
    const memory::dims none = {0, 0};
    return describe<dnnl::convolution_forward>(attributes, dnnl::prop_kind::forward_inference, dnnl::algorithm::convolution_direct, in,
                                               weights, out, step, none, none);
}

bool contains(const std::string & text, const char * part) { return text.find(part) != std::string::npos; }

/// Reference kernels and those for older processors are slower than ggml's. Without VNNI two products are added in 16 bits, and
/// what is more is cut off: int16-packing.cpp is as fast, and exact.
bool is_fast(const std::string & kernel) { return contains(kernel, "1x1") && (contains(kernel, "vnni") || contains(kernel, "amx")); }

std::unique_ptr<Int8Product> compile(int inputs, int outputs) {
    try {
        const auto description = describe_size(inputs, outputs);
        if (!is_fast(description.impl_info_str())) return nullptr;
        return std::make_unique<Int8Product>(Int8Product{description, dnnl::convolution_forward(description)});
    } catch (const dnnl::error &) {
        return nullptr;  // this processor has none
    }
}

}  // namespace

const Int8Product * int8_product(int inputs, int outputs) {
    static std::mutex mutex;
    static std::map<std::pair<int, int>, std::unique_ptr<Int8Product>> compiled;
    const std::lock_guard<std::mutex> lock(mutex);
    auto found = compiled.find({inputs, outputs});
    if (found == compiled.end()) found = compiled.emplace(std::pair(inputs, outputs), compile(inputs, outputs)).first;
    return found->second.get();
}

void pack_int8_weights(const Int8Product & product, const void * from, void * to) {
    const memory::desc packed_as = product.description.weights_desc();
    const memory::desc plain(dims_of(packed_as), Type::s8, Tag::oihw);
    memory source(plain, processor(), const_cast<void *>(from));
    memory packed(packed_as, processor(), to);
    dnnl::stream stream(processor());
    dnnl::reorder(source, packed).execute(stream, source, packed);
    stream.wait();
}

}  // namespace steno_products
