"""A small Parakeet TDT model: features as the engine computes them, FastConformer, prediction network, joint network."""
import math, random
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
import grammar

SR, HOP, FFT, WINDOW, MELS = 16000, 160, 512, 400, 80
WIDTH, HEADS, LAYERS, KERNEL, CHANNELS, PRED = 128, 4, 5, 9, 32, 128
DURATIONS = 5
VOCAB = 8192  # as many as the multilingual models have, which is how they are told
FRAME = 8 * HOP / SR


def mel_filters():
    """Slaney's scale and norm, as NeMo takes them from librosa."""
    def to_mel(f):
        f = np.asarray(f, float)
        return np.where(f < 1000, f * 3 / 200, 15 + np.log(np.maximum(f, 1e-9) / 1000) * 27 / np.log(6.4))
    def to_hz(m):
        return np.where(m < 15, m * 200 / 3, 1000 * np.exp((m - 15) * np.log(6.4) / 27))
    edges = to_hz(np.linspace(to_mel(0), to_mel(SR / 2), MELS + 2))
    bins = np.linspace(0, SR / 2, FFT // 2 + 1)
    up = (bins - edges[:-2, None]) / (edges[1:-1] - edges[:-2])[:, None]
    down = (edges[2:, None] - bins) / (edges[2:] - edges[1:-1])[:, None]
    norm = 2 / (edges[2:] - edges[:-2])
    return (np.maximum(0, np.minimum(up, down)) * norm[:, None]).astype(np.float32)


FILTERS = torch.from_numpy(mel_filters())
HANN = torch.hann_window(WINDOW, periodic=False)


def features(x):
    """[samples] -> [frames, MELS]: preemphasis, logarithm of the mel bands, each with mean 0 and variance 1."""
    y = torch.cat([x[:1], x[1:] - 0.97 * x[:-1]])
    y = F.pad(y, (FFT // 2, FFT // 2))
    frames = y.unfold(0, FFT, HOP)
    left = (FFT - WINDOW) // 2
    s = torch.fft.rfft(frames * F.pad(HANN, (left, FFT - WINDOW - left))).abs() ** 2
    m = (s @ FILTERS.t() + 2.0**-24).log()
    n = len(x) // HOP
    mean, std = m[:n].mean(0), m[:n].std(0)
    return (m - mean) / (std + 1e-5)


def learn_pieces(count=320):
    """Pieces of words by byte-pair merges over the grammars; a word starts with SentencePiece's mark."""
    rng = random.Random(5)
    words = {}
    for lang, n in (('en', 30000), ('de', 8000), ('es', 8000)):
        for _ in range(n):
            for w in split_words(grammar.GRAMMARS[lang](rng)):
                words[w] = words.get(w, 0) + 1
    seqs = {w: list('▁' + w) for w in words if w not in '.,'}
    pieces = sorted({c for s in seqs.values() for c in s})
    while len(pieces) < count:
        pairs = {}
        for w, s in seqs.items():
            for a, b in zip(s, s[1:]):
                if len(a + b) <= 5:
                    pairs[a + b] = pairs.get(a + b, 0) + words[w]
        best = max(sorted(pairs), key=pairs.get)
        pieces.append(best)
        for w, s in seqs.items():
            out = []
            for c in s:
                if out and out[-1] + c == best:
                    out[-1] = best
                else:
                    out.append(c)
            seqs[w] = out
    return ['.', ','] + pieces, seqs


def split_words(text):
    return text.replace('.', ' .').replace(',', ' ,').split()


PIECES, SPELLED = learn_pieces()
ID = {p: i for i, p in enumerate(PIECES)}
BLANK = len(PIECES)


class Feed(nn.Module):
    def __init__(s):
        super().__init__()
        s.linear1, s.linear2 = nn.Linear(WIDTH, 4 * WIDTH, bias=False), nn.Linear(4 * WIDTH, WIDTH, bias=False)

    def forward(s, x):
        return s.linear2(F.silu(s.linear1(x)))


class Attention(nn.Module):
    """With relative positions, as in Transformer-XL (arXiv 1901.02860, appendix B)."""
    def __init__(s):
        super().__init__()
        for n in ('q', 'k', 'v', 'out', 'pos'):
            setattr(s, 'linear_' + n, nn.Linear(WIDTH, WIDTH, bias=False))
        s.pos_bias_u = nn.Parameter(torch.zeros(HEADS, WIDTH // HEADS))
        s.pos_bias_v = nn.Parameter(torch.zeros(HEADS, WIDTH // HEADS))

    def forward(s, x, mask):
        b, t, _ = x.shape
        d = WIDTH // HEADS
        q, k, v = (getattr(s, 'linear_' + n)(x).view(b, t, HEADS, d) for n in 'qkv')
        k, v = k.permute(0, 2, 3, 1), v.transpose(1, 2)
        freq = torch.exp(-torch.arange(0, WIDTH, 2) * math.log(10000) / WIDTH)
        theta = torch.arange(t - 1, -t, -1)[:, None] * freq
        emb = torch.stack([theta.sin(), theta.cos()], -1).view(2 * t - 1, WIDTH)
        pos = s.linear_pos(emb).view(2 * t - 1, HEADS, d).permute(1, 2, 0)
        content = (q + s.pos_bias_u).transpose(1, 2) @ k
        rel = (q + s.pos_bias_v).transpose(1, 2) @ pos  # [b, h, t, 2t-1]
        rel = F.pad(rel, (1, 0)).view(b, HEADS, 2 * t, t)[:, :, 1:].reshape(b, HEADS, t, 2 * t - 1)[..., :t]
        a = (content + rel) / math.sqrt(d) + mask
        return s.linear_out((a.softmax(-1) @ v).transpose(1, 2).reshape(b, t, WIDTH))


class Conv(nn.Module):
    def __init__(s):
        super().__init__()
        s.pointwise_conv1 = nn.Linear(WIDTH, 2 * WIDTH, bias=False)
        s.depthwise_conv = nn.Conv1d(WIDTH, WIDTH, KERNEL, padding=KERNEL // 2, groups=WIDTH, bias=False)
        s.batch_norm = nn.BatchNorm1d(WIDTH)
        s.pointwise_conv2 = nn.Linear(WIDTH, WIDTH, bias=False)

    def forward(s, x):
        x = F.glu(s.pointwise_conv1(x)).transpose(1, 2)
        return s.pointwise_conv2(F.silu(s.batch_norm(s.depthwise_conv(x))).transpose(1, 2))


class Layer(nn.Module):
    def __init__(s):
        super().__init__()
        s.feed_forward1, s.self_attn, s.conv, s.feed_forward2 = Feed(), Attention(), Conv(), Feed()
        for n in ('feed_forward1', 'self_att', 'conv', 'feed_forward2', 'out'):
            setattr(s, 'norm_' + n, nn.LayerNorm(WIDTH))

    def forward(s, x, mask):
        x = x + 0.5 * s.feed_forward1(s.norm_feed_forward1(x))
        x = x + s.self_attn(s.norm_self_att(x), mask)
        x = x + s.conv(s.norm_conv(x))
        x = x + 0.5 * s.feed_forward2(s.norm_feed_forward2(x))
        return s.norm_out(x)


class PreEncode(nn.Module):
    """Three convolutions that leave one frame of 80 ms for eight of 10 ms."""
    def __init__(s):
        super().__init__()
        c = CHANNELS
        s.conv = nn.Sequential(
            nn.Conv2d(1, c, 3, 2, 1), nn.ReLU(),
            nn.Conv2d(c, c, 3, 2, 1, groups=c), nn.Conv2d(c, c, 1), nn.ReLU(),
            nn.Conv2d(c, c, 3, 2, 1, groups=c), nn.Conv2d(c, c, 1), nn.ReLU())
        s.out = nn.Linear(c * MELS // 8, WIDTH)

    def forward(s, m):
        x = s.conv(m[:, None])  # [b, c, t, f]
        return s.out(x.transpose(1, 2).flatten(2))


class Encoder(nn.Module):
    def __init__(s):
        super().__init__()
        s.pre_encode = PreEncode()
        s.layers = nn.ModuleList([Layer() for _ in range(LAYERS)])

    def forward(s, m):
        x = s.pre_encode(m)
        middle = None
        for i, layer in enumerate(s.layers):
            x = layer(x, 0.0)
            if i == LAYERS - 2:
                middle = x
        return x, middle


class Parakeet(nn.Module):
    def __init__(s):
        super().__init__()
        s.encoder = Encoder()
        s.embed = nn.Embedding(BLANK + 1, PRED)
        s.lstm = nn.LSTM(PRED, PRED, batch_first=True)
        s.joint_pred, s.joint_enc = nn.Linear(PRED, PRED), nn.Linear(WIDTH, PRED)
        s.joint_net = nn.Linear(PRED, BLANK + 1 + DURATIONS)
        s.spoken = nn.Linear(WIDTH, BLANK + 1)  # only helps training: the piece spoken in a frame

    def joint(s, enc, pred):
        return s.joint_net(F.relu(s.joint_enc(enc) + s.joint_pred(pred)))

    def predict(s, tokens):
        """[b, u] pieces before -> [b, u + 1, PRED], the first after nothing."""
        start = torch.full((len(tokens), 1), BLANK)
        return s.lstm(s.embed(torch.cat([start, tokens], 1)))[0]

    @torch.no_grad()
    def decode(s, m):
        """Greedy, as the engine does: [frames, MELS] -> [(piece, frame, duration)]."""
        enc = s.joint_enc(s.encoder(m[None])[0][0])
        state, last, out, t, emitted = None, BLANK, [], 0, 0
        pred, state = s.lstm(s.embed(torch.tensor([[last]])), state)
        pred = s.joint_pred(pred[0, 0])
        while t < len(enc):
            logits = s.joint_net(F.relu(enc[t] + pred))
            token, duration = int(logits[:BLANK + 1].argmax()), int(logits[BLANK + 1:].argmax())
            if token == BLANK:
                t, emitted = t + max(1, duration), 0
                continue
            out.append((PIECES[token], t, duration))
            pred, state = s.lstm(s.embed(torch.tensor([[token]])), state)
            pred = s.joint_pred(pred[0, 0])
            emitted += 1
            if duration > 0 or emitted >= 10:
                t, emitted = t + max(1, duration), 0
        return out


def text_of(tokens):
    return ''.join(p for p, _, _ in tokens).replace('▁', ' ').strip()
