"""`python3 export_parakeet.py CHECKPOINT.pt OUT.bin`: writes the model in whisper.cpp's format, its matrices in Q8_0."""
import struct, sys
import numpy as np
import torch
from parakeet import *

F32, Q8_0, FTYPE_Q8_0 = 0, 8, 7


def q8_0(rows):
    """ggml's block_q8_0: for every 32 weights one f16 scale, then 32 int8."""
    blocks = rows.astype(np.float32).reshape(-1, 32)
    scale = np.abs(blocks).max(1) / 127
    inverse = np.divide(1, scale, out=np.zeros_like(scale), where=scale > 0)
    whole = np.rint(blocks * inverse[:, None]).astype(np.int8)
    return b''.join(s.tobytes() + w.tobytes() for s, w in zip(scale.astype(np.float16), whole))


def tensors(model):
    """(name, array, is quantized) of all that the engine reads."""
    weights = {n: t.numpy() for n, t in model.state_dict().items()}
    spare = VOCAB - BLANK

    def with_spare(rows, fill):
        """Rows of the pieces, of those never said, and of the blank and what follows."""
        return np.concatenate([rows[:BLANK], np.full((spare, *rows.shape[1:]), fill, np.float32), rows[BLANK:]])

    def gates(x):
        """From PyTorch's order (input, forget, cell, output) to the engine's: the cell last."""
        i, f, g, o = np.split(x, 4)
        return np.concatenate([i, f, o, g])

    for name, x in weights.items():
        if name.startswith('encoder.'):
            if name.endswith('running_var'):
                x = x + 1e-5
            if 'pre_encode.conv' in name and x.ndim == 1:
                x = x.reshape(1, -1, 1, 1)
            if 'depthwise_conv' in name:
                x = x[:, 0]
            plain = x.ndim != 2 or 'pos_bias' in name or 'depthwise_conv' in name
            yield name, x, not plain
    yield 'decoder.prediction.embed.weight', with_spare(weights['embed.weight'], 0), True
    lstm = 'decoder.prediction.dec_rnn.lstm.'
    yield lstm + 'weight_ih_l0', gates(weights['lstm.weight_ih_l0']), True
    yield lstm + 'weight_hh_l0', gates(weights['lstm.weight_hh_l0']), True
    yield lstm + 'bias_h_l0', gates(weights['lstm.bias_ih_l0'] + weights['lstm.bias_hh_l0']), False
    for part in ('pred', 'enc'):
        yield f'joint.{part}.weight', weights[f'joint_{part}.weight'], True
        yield f'joint.{part}.bias', weights[f'joint_{part}.bias'], False
    yield 'joint.joint_net.2.weight', with_spare(weights['joint_net.weight'], 0), True
    yield 'joint.joint_net.2.bias', with_spare(weights['joint_net.bias'], -30), False


def write(model, path):
    ints = lambda *n: struct.pack(f'{len(n)}i', *n)
    with open(path, 'wb') as f:
        f.write(ints(0x67676d6c, VOCAB, 5000, WIDTH, HEADS, LAYERS, MELS, FTYPE_Q8_0, FFT, 8, CHANNELS, KERNEL,
                     PRED, 1, DURATIONS, 10, MELS, FFT // 2 + 1))
        f.write(FILTERS.numpy().tobytes() + ints(WINDOW) + HANN.numpy().astype(np.float32).tobytes())
        f.write(ints(*range(DURATIONS)) + ints(VOCAB))
        for piece in PIECES + [f'<never {i}>' for i in range(VOCAB - BLANK)]:
            f.write(ints(len(piece.encode())) + piece.encode())
        for name, x, quantized in tensors(model):
            kind, data = (Q8_0, q8_0(x)) if quantized else (F32, np.ascontiguousarray(x, np.float32).tobytes())
            f.write(ints(x.ndim, len(name), kind, *reversed(x.shape)) + name.encode() + data)


model = Parakeet()
model.load_state_dict(torch.load(sys.argv[1], map_location='cpu')['model'])
write(model.eval(), sys.argv[2])
