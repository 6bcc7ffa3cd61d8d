"""`python3 train_parakeet.py CLIPS.pkl CHECKPOINT.pt STEPS`: trains on windows whose tokens have known times."""
import os, pickle, random, sys, time
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from parakeet import *

torch.set_num_threads(int(os.environ.get('THREADS', '2')))


def timed_pieces(clip):
    """[(piece, start s, end s)] of a clip: words as espeak-ng tells them, pieces by their share of the letters."""
    audio, text, _, _, events = clip
    end = len(audio) / SR
    starts = {e[2] - 1: float(e[0]) for e in events if e[1] == '#' and e[3] > 0}
    words, at = [], 0
    for w in text.replace('.', ' .').replace(',', ' ,').split():
        at = text.index(w, at)
        words.append((w, at))
        at += len(w)
    groups = []
    for w, at in words:
        if at in starts or not groups:
            groups.append((starts.get(at, 0.0), []))
        groups[-1][1].append(w)
    out = []
    for i, (start, ws) in enumerate(groups):
        stop = groups[i + 1][0] if i + 1 < len(groups) else end
        pieces = [p for w in ws for p in ([w] if w in '.,' else SPELLED[w])]
        sizes = [0 if p in '.,' else len(p.strip('▁')) for p in pieces]
        t, step = max(0.0, start), (stop - max(0.0, start)) / max(1, sum(sizes))
        for p, size in zip(pieces, sizes):
            out.append((ID[p], t, t + size * step))
            t += size * step
    return out


def window(rng, seconds):
    """Sentences of one language with pauses, at different loudness, with noise: samples and pieces with times."""
    n = int(seconds * SR)
    x = np.zeros(n, np.float32)
    pool = rng.choices(POOLS, [.7, .15, .15])[0]
    t, pieces = rng.choice([0.0, rng.uniform(0, .3), rng.uniform(0, 1)]), []
    if rng.random() < .03:
        t = seconds
    while True:
        clip = rng.choice(pool)
        length = len(clip[0]) / SR
        if t + length > seconds:
            break
        k = int(t * SR)
        x[k:k + len(clip[0])] += clip[0].astype(np.float32) / 32768 * rng.uniform(.5, 1)
        pieces += [(p, t + a, t + b) for p, a, b in clip[5]]
        t += length + rng.choice([rng.uniform(.15, .5), rng.uniform(.3, 1.2), rng.uniform(.2, .4)])
        if rng.random() < .04:
            t += rng.uniform(1, 5)
    x *= 10 ** (rng.uniform(-14, 0) / 20)
    noise = np.random.default_rng(rng.randrange(1 << 30)).standard_normal(n).astype(np.float32)
    r = rng.random()
    if r < .5:
        x += noise * 10 ** (rng.uniform(-75, -45) / 20)
    elif r < .75:
        x += np.convolve(noise, np.ones(8) / 8, 'same').astype(np.float32) * 10 ** (rng.uniform(-60, -36) / 20)
    return x, pieces


def targets(pieces, frames):
    """Where in time and text the decoder can be, and what it is to say there: lists of (t, u, piece, duration)."""
    out, at = [], [min(frames - 1, int(a / FRAME + .5)) for _, a, _ in pieces]
    before = 0
    for u, ((p, _, end), t0) in enumerate(zip(pieces, at)):
        for t in range(before, t0):
            out.append((t, u, BLANK, min(DURATIONS - 1, t0 - t)))
        stop = min(frames, max(t0, int(end / FRAME + .5)))
        if u + 1 < len(pieces):
            stop = min(stop, at[u + 1])
        for t in (t0, t0 + 1):  # one frame late as well, as after a jump too far
            if t < frames:
                out.append((t, u, p, min(DURATIONS - 1, max(0, stop - t))))
        before = t0
    for t in range(before, frames):
        out.append((t, len(pieces), BLANK, min(DURATIONS - 1, max(1, frames - t))))
    return out


def batch(rng, size, seconds):
    items = [window(rng, seconds) for _ in range(size)]
    m = torch.stack([features(torch.from_numpy(x)) for x, _ in items])
    for i in range(size):
        if rng.random() < .5:  # SpecAugment (arXiv 1904.08779), lightly
            f = rng.randrange(0, MELS - 10)
            m[i, :, f:f + rng.randrange(1, 10)] = 0
        if rng.random() < .3:
            t = rng.randrange(0, m.shape[1] - 12)
            m[i, t:t + rng.randrange(1, 10)] = 0
    frames = (m.shape[1] + 7) // 8
    longest = max(len(p) for _, p in items)
    tokens = torch.full((size, max(1, longest)), 0)
    rows, spoken = [], torch.full((size, frames), BLANK)
    for b, (_, pieces) in enumerate(items):
        tokens[b, :len(pieces)] = torch.tensor([p for p, _, _ in pieces], dtype=torch.long)
        for p, a, z in pieces:
            if z > a:
                spoken[b, int(a / FRAME + .5):max(int(a / FRAME + .5) + 1, int(z / FRAME + .5))] = p
        rows += [(b, *r) for r in targets(pieces, frames)]
    return m, tokens, torch.tensor(rows), spoken


def loss_of(model, data, help_weight):
    m, tokens, rows, spoken = data
    enc, middle = model.encoder(m)
    pred = model.predict(tokens)
    b, t, u, piece, duration = rows.t()
    logits = model.joint(enc[b, t], pred[b, u])
    said, jump = logits[:, :BLANK + 1], logits[:, BLANK + 1:]
    loss = F.cross_entropy(said, piece) + 0.5 * F.cross_entropy(jump, duration)
    helped = F.cross_entropy(model.spoken(middle).flatten(0, 1), spoken.flatten())
    full = piece != BLANK
    return loss + help_weight * helped, (loss.item(), helped.item(),
        (said[full].argmax(1) == piece[full]).float().mean().item(),
        (said[~full].argmax(1) == BLANK).float().mean().item(),
        (jump.argmax(1) == duration).float().mean().item())


def errors(model, clips, count=60):
    """Word errors of single held-out sentences."""
    model.eval()
    wrong = total = 0
    for clip in clips[:count]:
        x = F.pad(torch.from_numpy(clip[0].astype(np.float32) / 32768), (1600, 4800))
        said, meant = text_of(model.decode(features(x))).split(), clip[1].replace('.', '').replace(',', '').split()
        said = [w.strip('.,') for w in said]
        d = list(range(len(said) + 1))
        for i, w in enumerate(meant):
            prev, d[0] = d[0], i + 1
            for j, v in enumerate(said):
                prev, d[j + 1] = d[j + 1], min(d[j + 1] + 1, d[j] + 1, prev + (w != v))
        wrong, total = wrong + d[-1], total + len(meant)
    model.train()
    return wrong / total


if __name__ == '__main__':
    clips, held = pickle.load(open(sys.argv[1], 'rb')), pickle.load(open('held.pkl', 'rb'))
    clips = [(*c, timed_pieces(c)) for c in clips]
    POOLS = [[c for c in clips if c[2] == l] for l in ('en', 'de', 'es')]
    torch.manual_seed(1)
    model, steps, done = Parakeet(), int(sys.argv[3]), 0
    opt = torch.optim.AdamW(model.parameters(), lr=1e-3, weight_decay=.01, betas=(.9, .98))
    if os.path.exists(sys.argv[2]):
        saved = torch.load(sys.argv[2])
        model.load_state_dict(saved['model']); opt.load_state_dict(saved['opt']); done = saved['step']
    print('weights', sum(p.numel() for p in model.parameters()), 'pieces', len(PIECES), flush=True)
    rng, sums, began = random.Random(done + 1), [], time.time()
    for step in range(done + 1, steps + 1):
        rate = 2e-3 * min(1, step / 300) * max(0.02, .5 * (1 + math.cos(math.pi * step / steps)))
        for g in opt.param_groups:
            g['lr'] = rate
        seconds, size = ((28, 3) if step % 4 == 0 and step > 800 else (rng.uniform(3, 9), 12))
        loss, told = loss_of(model, batch(rng, size, seconds), .5)
        opt.zero_grad(); loss.backward(); nn.utils.clip_grad_norm_(model.parameters(), 1.0); opt.step()
        sums.append(told)
        if step % 50 == 0:
            a = np.mean(sums, 0); sums = []
            print(f'{step} loss {a[0]:.3f} help {a[1]:.3f} pieces {a[2]:.3f} blanks {a[3]:.3f} durations {a[4]:.3f} rate {rate:.1e} {time.time()-began:.0f}s', flush=True)
        if step % 500 == 0 or step == steps:
            torch.save({'model': model.state_dict(), 'opt': opt.state_dict(), 'step': step}, sys.argv[2])
            print(f'{step} word errors {errors(model, held):.3f}', flush=True)
