/** Annotation documents of ELAN 3.0: https://www.mpi.nl/tools/elan/EAF_Annotation_Format_3.0_and_ELAN.pdf */
import { isLanguage } from '../languages.ts';
import type { Segment } from '../transcription/transcript.ts';
import { freeName } from './automatic-export.ts';
import { escapeHtml } from './escape-html.ts';
import type { RecordingFile } from './recording-file.ts';
import { type Label, type Tier, toTiers, wordsOf } from './tiers.ts';

export type EafFacts = {
  recording: RecordingFile;
  /** When the text was made. */
  date: string;
  language: string | null;
  /** The same for the same transcription. */
  guid: string;
};

/** A time, whose number is known once all are in order. */
type Slot = { ms: number; number: number };
type Placed = Label & { id: number; from: Slot; to: Slot };
type PlacedTier = { name: string; parent: string | null; annotations: Placed[] };

/** A tier for each speaker, with one of its words below it. */
export function* writeEaf(segments: readonly Segment[], facts: EafFacts): Generator<string> {
  const { tiers, slots } = place(toTiers(segments));
  const count = tiers.reduce((sum, { annotations }) => sum + annotations.length, 0);
  yield head(facts, count);
  yield '    <TIME_ORDER>\n';
  for (const { ms, number } of slots) {
    yield `<TIME_SLOT TIME_SLOT_ID="ts${number}" TIME_VALUE="${ms}"/>\n`;
  }
  yield '    </TIME_ORDER>\n';
  const usual = facts.language ?? '';
  const languages = new Set<string>();
  for (const tier of tiers) yield* writeTier(tier, usual, languages);
  yield* foot(languages);
}

function head({ recording, date, guid }: EafFacts, count: number): string {
  const name = encodeURIComponent(recording.name);
  return `<?xml version="1.0" encoding="UTF-8"?>
<ANNOTATION_DOCUMENT AUTHOR="Steno" DATE="${date}" FORMAT="3.0" VERSION="3.0" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:noNamespaceSchemaLocation="http://www.mpi.nl/tools/elan/EAFv3.0.xsd">
    <HEADER MEDIA_FILE="" TIME_UNITS="milliseconds">
        <MEDIA_DESCRIPTOR MEDIA_URL="file:///${name}" MIME_TYPE="${escapeHtml(recording.type)}" RELATIVE_MEDIA_URL="./${name}"/>
        <PROPERTY NAME="URN">urn:nl-mpi-tools-elan-eaf:${guid}</PROPERTY>
        <PROPERTY NAME="lastUsedAnnotationId">${count}</PROPERTY>
    </HEADER>
`;
}

/** Numbers annotations and times; those of different tiers may be the same, and each annotation has its own. */
function place(tiers: readonly Tier[]): { tiers: PlacedTier[]; slots: Slot[] } {
  let [id, slots]: [number, Slot[]] = [0, []];
  const annotate = (label: Label): Placed => {
    const [from, to] = [label.startMs, label.endMs].map((ms) => ({ ms, number: 0 }));
    if (!from || !to) throw new Error('A label has no times.');
    slots.push(from, to);
    id++;
    return { ...label, id, from, to };
  };
  const names = new Set(tiers.map(({ name }) => name));
  const placed = tiers.flatMap(({ name, labels, words }): PlacedTier[] => {
    const below = freeName(wordsOf(name), (taken) => names.has(taken));
    names.add(below);
    return [
      { name, parent: null, annotations: labels.map(annotate) },
      { name: below, parent: name, annotations: words.map(annotate) },
    ];
  });
  slots = slots.toSorted((one, other) => one.ms - other.ms);
  for (const [at, slot] of slots.entries()) slot.number = at + 1;
  return { tiers: placed, slots };
}

function* writeTier(
  { name, parent, annotations }: PlacedTier,
  usual: string,
  languages: Set<string>,
): Generator<string> {
  const reference = (language: string) => {
    if (!isLanguage(language)) return '';
    languages.add(language);
    return ` LANG_REF="${language}"`;
  };
  const [type, above] =
    parent === null ? ['utterance', ''] : ['words', ` PARENT_REF="${escapeHtml(parent)}"`];
  const person = escapeHtml(parent ?? name);
  yield `    <TIER${reference(usual)} LINGUISTIC_TYPE_REF="${type}"${above} PARTICIPANT="${person}" TIER_ID="${escapeHtml(name)}">\n`;
  for (const { id, from, to, text, language } of annotations) {
    const own = language === usual ? '' : reference(language);
    // On one line: with those of all words, indenting would make the file a third larger.
    const slots = `TIME_SLOT_REF1="ts${from.number}" TIME_SLOT_REF2="ts${to.number}"`;
    const value = `<ANNOTATION_VALUE>${escapeHtml(text)}</ANNOTATION_VALUE>`;
    yield `<ANNOTATION><ALIGNABLE_ANNOTATION ANNOTATION_ID="a${id}"${own} ${slots}>${value}</ALIGNABLE_ANNOTATION></ANNOTATION>\n`;
  }
  yield '    </TIER>\n';
}

function* foot(languages: ReadonlySet<string>): Generator<string> {
  yield `    <LINGUISTIC_TYPE GRAPHIC_REFERENCES="false" LINGUISTIC_TYPE_ID="utterance" TIME_ALIGNABLE="true"/>
    <LINGUISTIC_TYPE CONSTRAINTS="Included_In" GRAPHIC_REFERENCES="false" LINGUISTIC_TYPE_ID="words" TIME_ALIGNABLE="true"/>\n`;
  const names = new Intl.DisplayNames('en', { type: 'language' });
  for (const code of languages) {
    yield `    <LANGUAGE LANG_DEF="" LANG_ID="${code}" LANG_LABEL="${escapeHtml(names.of(code) ?? code)}"/>\n`;
  }
  yield `    <CONSTRAINT DESCRIPTION="Lie within the time of their parents, with gaps between them" STEREOTYPE="Included_In"/>
</ANNOTATION_DOCUMENT>\n`;
}
