/** What models are like, in words for people who never heard of them. */
import type { CatalogueEntry } from '../../../shared/models.ts';

const KINDS: Record<CatalogueEntry['size'], string> = {
  tiny: 'Quickest; for clear voices',
  base: 'Quick; for clear voices',
  small: 'Good for most recordings',
  medium: 'Very good; slow without a graphics card',
  large: 'Best; slow without a graphics card',
  turbo: 'Nearly the best, and quicker than large',
};

const WEIGHTS: Record<CatalogueEntry['weights'], string | null> = {
  f16: null,
  q8_0: 'half the size, same quality',
  q5_1: 'smallest, a little less exact',
  q5_0: 'smallest, a little less exact',
};

export function describeModel({ size, weights, multilingual }: CatalogueEntry): string {
  const parts = [KINDS[size], WEIGHTS[weights], multilingual ? null : 'English only'];
  return parts.filter((part) => part !== null).join(' · ');
}

/** `An hour takes about 15 min`: an estimate for this machine. */
export function describeSpeed(speed: number | null): string {
  if (speed === null) return 'Measuring this machine';
  const minutes = 60 / speed;
  if (minutes < 1) return 'An hour takes under a minute';
  if (minutes < 60) return `An hour takes about ${Math.round(minutes)} min`;
  return `An hour takes about ${Math.round(minutes / 60)} h`;
}
