const RATE = 16_000;
const PITCH_HZ = [60, 400] as const;
const VOICED = 0.4;
/** The lag is looked for on every fourth sample, and found exactly on every second one. */
const COARSE = 4;
const FINE = 2;

/** The lag at which a stretch of sound is most like itself (autocorrelation), in Hz; null where it is not voiced. */
export function findPitch(samples: Float32Array): number | null {
  const coarse = thin(samples, COARSE);
  const low = Math.floor(RATE / COARSE / PITCH_HZ[1]);
  const high = Math.floor(RATE / COARSE / PITCH_HZ[0]);
  const about = bestLag(coarse, { low, high, span: coarse.length - high });
  if (about === null) return null;
  const fine = thin(samples, FINE);
  const scale = COARSE / FINE;
  const [from, to] = [(about - 1) * scale, (about + 1) * scale];
  const lag = bestLag(fine, { low: from, high: to, span: fine.length - high * scale - scale });
  return lag === null ? null : RATE / FINE / lag;
}

/** The lag, in samples, at which `span` samples fit those later best; null where none fits well. */
function bestLag(
  samples: Float32Array,
  { low, high, span }: { low: number; high: number; span: number },
): number | null {
  if (span < low) return null;
  let [energy, later] = [1e-9, 1e-9];
  for (let index = 0; index < span; index += 1) {
    energy += (samples[index] ?? 0) ** 2;
    later += (samples[index + low] ?? 0) ** 2;
  }
  let best = { lag: 0, fit: VOICED };
  for (let lag = low; lag <= high; lag += 1) {
    let product = 0;
    for (let index = 0; index < span; index += 1) {
      product += (samples[index] ?? 0) * (samples[index + lag] ?? 0);
    }
    const fit = product / Math.sqrt(energy * later);
    if (fit > best.fit) best = { lag, fit };
    later += (samples[lag + span] ?? 0) ** 2 - (samples[lag] ?? 0) ** 2;
  }
  return best.lag === 0 ? null : best.lag;
}

/** One sample for each `step` of them: their mean, so that what is too high for it drops out. */
function thin(samples: Float32Array, step: number): Float32Array {
  const thinned = new Float32Array(Math.floor(samples.length / step));
  for (let index = 0; index < thinned.length; index += 1) {
    let sum = 0;
    for (let at = index * step; at < (index + 1) * step; at += 1) sum += samples[at] ?? 0;
    thinned[index] = sum / step;
  }
  return thinned;
}
