// Attention of Whisper's shapes, in place of ggml's: heads of 64 numbers, keys and values in F16. Everything else goes
// to ggml's own, which attention-tiles.h renames. Keys and values are packed once for many queries, and scores stay in
// the cache between the two products (FlashAttention, arXiv 2205.14135). Measured in docs/performance.md.

#define STENO_ATTENTION_SOURCE
#include "attention-tiles.h"

#ifdef STENO_ATTENTION

#include <algorithm>
#include <cmath>

#include "attention-packed.h"
#ifdef STENO_AMX
#include "attention-amx.h"
#else
#include "attention-products.h"
#endif
#include "ops.h"

extern "C" void ggml_compute_forward_flash_attn_ext_of_ggml(const ggml_compute_params * params, ggml_tensor * dst);

namespace steno_attention {

namespace {

constexpr int head = 64;        // numbers of a query, a key and a value
constexpr int tile_keys = 128;  // keys whose scores are in the cache at a time
constexpr int sixth_of_window = 1500 / 6;
/// Queries that share packed keys.
constexpr int block_rows = (sixth_of_window + rows_at_once - 1) / rows_at_once * rows_at_once;
constexpr int few_rows = 16;    // packing is not worth it for so few queries

/// The tensors of one attention: [head, count, heads], dst [head, heads, count].
struct Attention {
    explicit Attention(ggml_tensor * dst) : q(dst->src[0]), k(dst->src[1]), v(dst->src[2]), mask(dst->src[3]), dst(dst) {}

    const ggml_tensor * q;
    const ggml_tensor * k;
    const ggml_tensor * v;
    const ggml_tensor * mask;
    ggml_tensor * dst;

    int heads() const { return static_cast<int>(q->ne[2]); }
    int rows() const { return static_cast<int>(q->ne[1]); }
    int keys() const { return static_cast<int>(k->ne[1]); }
    float parameter(int at) const { return reinterpret_cast<const float *>(dst->op_params)[at]; }

    const float * query(int h, int row) const { return at<const float>(q, h, row); }
    const ggml_fp16_t * key(int h, int i) const { return at<const ggml_fp16_t>(k, h, i); }
    const ggml_fp16_t * value(int h, int i) const { return at<const ggml_fp16_t>(v, h, i); }
    float * out(int h, int row) const { return at<float>(dst, row, h); }

private:
    template <typename T> static T * at(const ggml_tensor * t, int outer, int inner) {
        return reinterpret_cast<T *>(static_cast<char *>(t->data) + outer * t->nb[2] + inner * t->nb[1]);
    }
};

/// A thread's memory for a block of queries.
struct Block {
    Packed keys[head / numbers_packed * tile_keys];    // one row for each packed number of a key
    Packed values[tile_keys / numbers_packed * head];  // one row for each packed value
    Packed queries[block_rows * head / numbers_packed];
    Packed weights[rows_at_once * tile_keys / numbers_packed];
    float query_units[block_rows];
    float key_unit;
    float value_unit;
    float scores[rows_at_once * tile_keys];
    float sums[block_rows * head];
    float highest[block_rows];
    float total[block_rows];
};

/// ggml_graph_plan reserves this for each thread, for tiles of ggml's own.
constexpr size_t reserved = sizeof(float) * (GGML_FA_TILE_Q * head * 2 + 2 * GGML_FA_TILE_Q * GGML_FA_TILE_KV +
                                             GGML_FA_TILE_KV * head * 2);
static_assert(sizeof(Block) <= reserved, "the memory that ggml reserves is too small");
constexpr int most_keys = reserved / sizeof(float);

/// The unit of some rows of 64 numbers, of which `numbers(row, at)` gives as many at once as there are lanes.
template <typename Numbers> float unit_of_rows(int rows, float most, Numbers numbers) {
    Vector largest = zero();
    for (int i = 0; i < rows; i++) {
        for (int j = 0; j < head; j += lanes) largest = larger(numbers(i, j), largest);
    }
    return unit_of(largest_of(largest), most);
}

/// Returns the unit.
float pack_query(const float * from, float scale, Packed * to) {
    float scaled[head];
    for (int i = 0; i < head; i += lanes) store(scaled + i, multiply(load(from + i), all(scale)));
    const float unit = unit_of_rows(1, most_of_query, [&](int, int at) { return load(scaled + at); });
    pack(scaled, head, unit, to);
    return unit;
}

/// Packs up to `tile_keys` keys and values; what is missing is zero.
void pack_tile(const Attention & a, int h, int first, int count, Block & block) {
    const auto key = [&](int i, int at) { return widen(a.key(h, first + i) + at); };
    const auto value = [&](int i, int at) { return widen(a.value(h, first + i) + at); };
    block.key_unit = unit_of_rows(count, most_of_key, key);
    block.value_unit = unit_of_rows(count, most_of_value, value);
    float wide[numbers_packed][head];
    Packed packed[head / numbers_packed];
    for (int i = 0; i < tile_keys; i++) {
        for (int j = 0; j < head; j += lanes) store(wide[0] + j, i < count ? key(i, j) : zero());
        pack(wide[0], head, block.key_unit, packed);
        for (int j = 0; j < head / numbers_packed; j++) block.keys[j * tile_keys + i] = packed[j];
    }
    for (int i = 0; i < tile_keys; i += numbers_packed) {
        for (int n = 0; n < numbers_packed; n++) {
            for (int j = 0; j < head; j += lanes) store(wide[n] + j, i + n < count ? value(i + n, j) : zero());
        }
        pack_columns(wide[0], wide[1], head, block.value_unit, block.values + i / numbers_packed * head);
    }
}

/// Turns scores into weights relative to the highest so far. Returns what earlier sums are multiplied by.
float weigh(float * scores, int count, float & highest, float & total) {
    Vector top = load(scores);
    for (int i = lanes; i < count; i += lanes) top = higher(top, load(scores + i));
    const float before = highest;
    highest = std::max(before, highest_of(top));
    const float factor = std::exp(before - highest);
    Vector sum = zero();
    for (int i = 0; i < count; i += lanes) {
        const Vector weight = ggml_v_expf(subtract(load(scores + i), all(highest)));
        store(scores + i, weight);
        sum = add(sum, weight);
    }
    total = total * factor + sum_of(sum);
    return factor;
}

/// Adds a packed tile of keys to the sums of some queries.
void attend_tile(Block & block, int row, int count) {
    constexpr int steps = head / numbers_packed;
    const float weight_unit = unit_of(1, most_of_weight);
    float score_units[rows_at_once];
    float sum_units[rows_at_once];
    for (int i = 0; i < rows_at_once; i++) {
        score_units[i] = block.query_units[row + i] * block.key_unit;
        sum_units[i] = weight_unit * block.value_unit;
    }
    multiply_rows<steps, tile_keys>(block.queries + row * steps, block.keys, nullptr, score_units, block.scores);
    float factors[rows_at_once];
    for (int i = 0; i < rows_at_once; i++) {
        float * scores = block.scores + i * tile_keys;
        std::fill(scores + count, scores + tile_keys, -INFINITY);
        factors[i] = weigh(scores, tile_keys, block.highest[row + i], block.total[row + i]);
    }
    pack(block.scores, rows_at_once * tile_keys, weight_unit, block.weights);
    float * sums = block.sums + row * head;
    multiply_rows<tile_keys / numbers_packed, head>(block.weights, block.values, factors, sum_units, sums);
}

void attend_block(const Attention & a, int h, int first, Block & block) {
    const int rows = std::min(block_rows, a.rows() - first);
    for (int i = 0; i < block_rows; i++) {
        // The rows behind the last one repeat it.
        const float * query = a.query(h, first + std::min(i, rows - 1));
        block.query_units[i] = pack_query(query, a.parameter(0), block.queries + i * head / numbers_packed);
    }
    std::fill_n(block.sums, block_rows * head, 0.0f);
    std::fill_n(block.total, block_rows, 0.0f);
    std::fill_n(block.highest, block_rows, -INFINITY);
    for (int key = 0; key < a.keys(); key += tile_keys) {
        const int count = std::min(tile_keys, a.keys() - key);
        pack_tile(a, h, key, count, block);
        for (int row = 0; row < rows; row += rows_at_once) attend_tile(block, row, count);
    }
    for (int i = 0; i < rows; i++) {
        const Vector share = all(1.0f / block.total[i]);
        for (int j = 0; j < head; j += lanes) {
            store(a.out(h, first + i) + j, multiply(share, load(block.sums + i * head + j)));
        }
    }
}

/// One query of some heads against all keys, in F32. The heads of a key lie side by side, so that going through some keys
/// at a time, for every head, reads memory in its order.
class Row {
public:
    Row(const Attention & a, int row, int first, int heads, float * memory)
        : a_(a), row_(row), first_(first), heads_(heads), padded_((a.keys() + lanes - 1) / lanes * lanes),
          queries_(memory), scores_(memory + heads * head) {}

    /// In numbers, for each head.
    static int memory(int keys) { return head + keys + lanes; }

    void attend() {
        for (int h = 0; h < heads_; h++) {
            const float * query = a_.query(first_ + h, row_);
            for (int j = 0; j < head; j += lanes) {
                store(queries_ + h * head + j, multiply(load(query + j), all(a_.parameter(0))));
                store(out(h) + j, zero());
            }
        }
        each_part([&](int h, int key, int end) { score(h, key, end); });
        for (int h = 0; h < heads_; h++) share(h);
        each_part([&](int h, int key, int end) { collect(h, key, end); });
    }

private:
    static constexpr int keys_at_once = 16;
    static constexpr int vectors = head / lanes;

    /// Asks for a head of the part that follows; memory is slower than this.
    static void fetch(const ggml_fp16_t * from) {
        __builtin_prefetch(from);
        __builtin_prefetch(from + head / 2);
    }

    float * scores(int h) { return scores_ + h * padded_; }
    float * out(int h) { return a_.out(first_ + h, row_); }

    template <typename Do> void each_part(Do run) {
        for (int key = 0; key < a_.keys(); key += keys_at_once) {
            for (int h = 0; h < heads_; h++) run(h, key, std::min(key + keys_at_once, a_.keys()));
        }
    }

    void score(int h, int key, int end) {
        const auto * mask = a_.mask ? reinterpret_cast<const ggml_fp16_t *>(
                                          static_cast<const char *>(a_.mask->data) + row_ * a_.mask->nb[1])
                                    : nullptr;
        for (int i = key; i < end; i++) {
            fetch(a_.key(first_ + h, i + keys_at_once));
            Vector sum = zero();
            for (int j = 0; j < vectors; j++) {
                sum = multiply_add(load(queries_ + h * head + j * lanes), widen(a_.key(first_ + h, i) + j * lanes), sum);
            }
            scores(h)[i] = sum_of(sum) + (mask ? GGML_CPU_FP16_TO_FP32(mask[i]) : 0.0f);
        }
    }

    /// Scores become shares; all of them 0 where all keys are masked.
    void share(int h) {
        std::fill(scores(h) + a_.keys(), scores(h) + padded_, -INFINITY);
        float highest = -INFINITY;
        float total = 0;
        weigh(scores(h), padded_, highest, total);
        const Vector factor = all(1.0f / total);
        for (int i = 0; i < padded_; i += lanes) {
            store(scores(h) + i, highest == -INFINITY ? zero() : multiply(load(scores(h) + i), factor));
        }
    }

    void collect(int h, int key, int end) {
        Vector sums[vectors];
        for (int j = 0; j < vectors; j++) sums[j] = load(out(h) + j * lanes);
        for (int i = key; i < end; i++) {
            fetch(a_.value(first_ + h, i + keys_at_once));
            const float weight = scores(h)[i];
            if (weight == 0) continue;  // its value may be no number
            for (int j = 0; j < vectors; j++) {
                sums[j] = multiply_add(all(weight), widen(a_.value(first_ + h, i) + j * lanes), sums[j]);
            }
        }
        for (int j = 0; j < vectors; j++) store(out(h) + j * lanes, sums[j]);
    }

    const Attention & a_;
    int row_;
    int first_;
    int heads_;
    int padded_;
    float * queries_;
    float * scores_;
};

/// Whether this is attention as Whisper has it.
bool is_known(const Attention & a) {
    const bool plain = a.parameter(1) == 0 && a.parameter(2) == 0 && a.dst->src[4] == nullptr;
    const bool whisper = a.q->ne[0] == head && a.k->ne[0] == head && a.v->ne[0] == head &&
                         a.k->ne[2] == a.q->ne[2] && a.v->ne[2] == a.q->ne[2] && a.q->ne[3] == 1;
    const bool types = a.q->type == GGML_TYPE_F32 && a.k->type == GGML_TYPE_F16 && a.v->type == GGML_TYPE_F16;
    const bool mask = a.mask == nullptr || (a.mask->type == GGML_TYPE_F16 && a.mask->ne[2] == 1 && a.mask->ne[3] == 1);
    return plain && whisper && types && mask && Row::memory(a.keys()) <= most_keys;
}

}  // namespace

}  // namespace steno_attention

extern "C" void ggml_compute_forward_flash_attn_ext(const ggml_compute_params * params, ggml_tensor * dst) {
    using namespace steno_attention;
    const Attention a(dst);
    if (params->use_ref || !is_known(a)) return ggml_compute_forward_flash_attn_ext_of_ggml(params, dst);
    char * memory = static_cast<char *>(params->wdata) + params->ith * reserved;
    if (a.mask || a.rows() <= few_rows) {
        const int last = a.heads() * (params->ith + 1) / params->nth;
        const int most_heads = most_keys / Row::memory(a.keys());
        for (int h = a.heads() * params->ith / params->nth; h < last; h += most_heads) {
            const int heads = std::min(most_heads, last - h);
            for (int row = 0; row < a.rows(); row++) Row(a, row, h, heads, reinterpret_cast<float *>(memory)).attend();
        }
        return;
    }
    const int blocks = (a.rows() + block_rows - 1) / block_rows;
#ifdef STENO_AMX
    if (!steno::may_use_tiles()) return ggml_compute_forward_flash_attn_ext_of_ggml(params, dst);
    const steno::Tiles tiles;
#endif
    for (int i = params->ith; i < a.heads() * blocks; i += params->nth) {
        attend_block(a, i / blocks, i % blocks * block_rows, *reinterpret_cast<Block *>(memory));
    }
}

#endif
