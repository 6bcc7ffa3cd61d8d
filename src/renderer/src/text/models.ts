/** What models are like, in words for people who do not know them. */
import type { Device } from '../../../shared/models/devices.ts';
import type { CatalogueEntry } from '../../../shared/models/models.ts';
import type { SpeakerModel } from '../../../shared/models/speaker-models.ts';
import { formatBytes } from '../../../shared/size.ts';

const KINDS: Record<CatalogueEntry['size'], string> = {
  tiny: 'Fastest; for clear voices',
  base: 'Fast; for clear voices',
  small: 'Good for most recordings',
  medium: 'Very good; slow without a graphics card',
  large: 'Best; slow without a graphics card',
  turbo: 'Nearly the best, and faster than large',
  parakeet: 'Nearly the best, and fast; for 25 European languages',
};

const SIZES: Record<CatalogueEntry['size'], string> = {
  tiny: 'Tiny',
  base: 'Base',
  small: 'Small',
  medium: 'Medium',
  large: 'Large',
  turbo: 'Large turbo',
  parakeet: 'Parakeet',
};

/** What people call it; its own name tells the rest. */
export function sizeName({ size }: CatalogueEntry): string {
  return SIZES[size];
}

const WEIGHTS: Record<CatalogueEntry['weights'], string | null> = {
  f16: 'twice the size, no better',
  q8_0: null,
  q5_1: 'smallest, slightly less accurate',
  q5_0: 'smallest, slightly less accurate',
};

/** How quick it is on this machine as far as that is known, after what else is said of it. */
export function describeOffer(entry: CatalogueEntry, measuring: boolean): string {
  const speed = describeSpeed(entry.speed, measuring);
  return speed === null ? '' : `· ${speed}`;
}

/** How quick it is on this machine as far as that is known, and its memory. */
export function describeNeeds(entry: CatalogueEntry, measuring: boolean): string {
  // The speed of Parakeet is not estimated from that of a Whisper model.
  const pending = measuring && entry.size !== 'parakeet';
  const memory = `${formatBytes(entry.memory_bytes)} of memory`;
  return joined([describeSpeed(entry.speed, pending), memory]);
}

export function describeModel({ size, weights, multilingual }: CatalogueEntry): string {
  return joined([KINDS[size], WEIGHTS[weights], multilingual ? null : 'English only']);
}

/** What choosing it asks of people: to name its authors, and what comes with it. */
export function describeTerms({ size, licence, helper }: CatalogueEntry): string | null {
  if (size !== 'parakeet') return null;
  const authors = `By NVIDIA, ${licence.replaceAll('-', ' ')}`;
  return joined([authors, helper && 'with a small Whisper model, which detects the language']);
}

export function bytesToDownload(entry: CatalogueEntry, all: readonly CatalogueEntry[]): number {
  const helper = all.find(({ name }) => name === entry.helper);
  return entry.bytes + (helper?.bytes ?? 0);
}

/** What people call a speaker model; an unknown one has only its own name. */
export function speakerModelName({ name, task, trust, voices }: SpeakerModel): string {
  if (trust === 'built_in') return 'Small model';
  if (task === 'turns' && voices !== null) return 'People talking at once';
  return voices === null ? name : `${voices} voices`;
}

export function describeSpeakerModel({ task, trust, voices }: SpeakerModel): string {
  if (trust === 'built_in') return 'Comes with Steno';
  if (trust === 'unknown') return 'Not used: add its file above if you trust it';
  if (voices !== null && task === 'turns')
    return 'By pyannote, MIT; used beside a model for voices';
  return voices === null ? 'Not in the catalogue' : 'Also works for others, slightly less well';
}

export function joined(parts: readonly (string | null)[]): string {
  return parts.filter((part) => part !== null).join(' · ');
}

/** `An hour takes about 15 min`: an estimate for this machine; nothing where it could not be measured. */
function describeSpeed(speed: number | null, measuring: boolean): string | null {
  if (speed === null) return measuring ? 'Measuring speed' : null;
  return `An hour ${timeOf(speed)}`;
}

/** `an hour takes about 15 min`, as measured here. */
export function hourTakes(speed: number): string {
  return `an hour ${timeOf(speed)}`;
}

/** `speed`: seconds of sound a second. */
function timeOf(speed: number): string {
  const minutes = 60 / speed;
  if (minutes < 1) return 'takes under a minute';
  if (minutes < 60) return `takes about ${Math.round(minutes)} min`;
  return `takes about ${Math.round(minutes / 60)} h`;
}

const DEVICES: Record<Device['type'], string> = {
  processor: 'Processor',
  discrete: 'Graphics card',
  integrated: 'Integrated graphics',
  virtual: 'Graphics card of a virtual machine',
  software: 'A program that acts as a graphics card',
};

export function describeDevice({ type, memory_bytes, driver }: Device): string {
  const memory = memory_bytes === null ? null : `${formatBytes(memory_bytes)} of memory`;
  return joined([DEVICES[type], memory, driver && `driver ${driver}`]);
}
