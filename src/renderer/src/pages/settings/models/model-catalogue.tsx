import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Section } from '../../../components/section.tsx';
import { useModels } from '../../../stores/model-store.ts';
import { CatalogueRow } from './catalogue-row.tsx';

/** Those most people choose between: one of each kind, many languages, half the size at the same quality. */
const FIRST_CHOICE = new Set([
  'tiny-q8_0',
  'base-q8_0',
  'small-q8_0',
  'medium-q8_0',
  'large-v3-turbo-q8_0',
  'parakeet-tdt-0.6b-v3-q8_0',
]);

/** The models that can be downloaded: a few to begin with, all of them on request. */
export function ModelCatalogue() {
  const catalogue = useModels((state) => state.catalogue);
  const [all, setAll] = useState(false);
  const shown = (catalogue ?? []).filter(
    ({ name, installed, recommended, download }) =>
      !installed && (all || recommended || download !== null || FIRST_CHOICE.has(name)),
  );
  return (
    <Section title="Available models">
      {catalogue === null ? (
        <p className="min-h-80 text-sm text-soft">Finding the best model for this computer…</p>
      ) : (
        <ul aria-label="Models to download" className="rows">
          {shown.map((entry) => (
            <CatalogueRow key={entry.name} entry={entry} />
          ))}
        </ul>
      )}
      <Button aria-expanded={all} onClick={() => setAll(!all)}>
        {all ? 'Show fewer' : 'Show all models'}
      </Button>
    </Section>
  );
}
