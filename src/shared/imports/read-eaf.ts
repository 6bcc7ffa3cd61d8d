/** Reads annotation documents of ELAN, version 2.7 to 3.0: https://www.mpi.nl/tools/elan/EAF_Annotation_Format_3.0_and_ELAN.pdf */
import { chooseTiers } from './eaf-tiers.ts';
import { type EafDocument, type EafTier, placeInTime } from './eaf-times.ts';
import { type GivenTier, requireFew } from './given-tiers.ts';
import { excerpt, unreadable, wrongTimes } from './given-transcript.ts';
import { readXml, type XmlAttributes } from './read-xml.ts';

/** Milliseconds of the units that times may have. */
const UNITS: Readonly<Record<string, number>> = {
  milliseconds: 1,
  'PAL-frames': 40,
  'PAL-50-frames': 20,
  'NTSC-frames': 1001 / 30,
};

export function isEaf(text: string): boolean {
  return /<ANNOTATION_DOCUMENT[\s>]/.test(text.slice(0, 10_000));
}

/**
 * The tiers on which people speak, with their languages; `leftOut` are those that say something about them.
 * @throws transcript_unreadable, transcript_times
 */
export function readEaf(text: string): { tiers: GivenTier[]; leftOut: string[] } {
  const document = readDocument(text);
  return chooseTiers(placeInTime(document), document.languages);
}

function readDocument(text: string): EafDocument {
  const document: EafDocument = { slots: new Map(), tiers: [], languages: new Map() };
  let unitMs = 1;
  const lastTier = (): EafTier => {
    const tier = document.tiers.at(-1);
    if (!tier) throw unreadable();
    return tier;
  };
  readXml(text, {
    open(name, attributes, line) {
      const { TIME_SLOT_ID: slot, TIME_VALUE: value, LANG_ID: language } = attributes;
      if (name === 'HEADER') unitMs = UNITS[attributes['TIME_UNITS'] ?? 'milliseconds'] ?? 1;
      else if (name === 'TIME_SLOT' && slot !== undefined) {
        document.slots.set(slot, toMs(value, unitMs, line));
      } else if (name === 'LANGUAGE' && language !== undefined) {
        document.languages.set(language, attributes['LANG_LABEL'] ?? '');
      } else if (name === 'TIER') {
        document.tiers.push(toTier(attributes));
        requireFew(document.tiers);
      }
      if (name === 'ALIGNABLE_ANNOTATION' || name === 'REF_ANNOTATION') {
        const id = attributes['ANNOTATION_ID'] ?? '';
        const { TIME_SLOT_REF1: from = '', TIME_SLOT_REF2: to = '' } = attributes;
        const of = name === 'REF_ANNOTATION' ? (attributes['ANNOTATION_REF'] ?? '') : null;
        lastTier().annotations.push({ id, from, to, of, line, text: '' });
      }
    },
    close(name, said) {
      if (name !== 'ANNOTATION_VALUE') return;
      const annotation = lastTier().annotations.at(-1);
      if (annotation) annotation.text = said;
    },
  });
  return document;
}

function toMs(value: string | undefined, unitMs: number, line: number): number | null {
  if (value === undefined) return null;
  if (/^\d{1,10}$/.test(value)) return Math.round(Number(value) * unitMs);
  throw wrongTimes(`Line ${line} of the transcript has a wrong time: ${excerpt(value)}`);
}

function toTier(attributes: XmlAttributes): EafTier {
  const { TIER_ID: id = '', PARENT_REF: parent, PARTICIPANT: person, LANG_REF: lang } = attributes;
  return { id, parent: parent ?? null, person: person?.trim() ?? '', lang, annotations: [] };
}
