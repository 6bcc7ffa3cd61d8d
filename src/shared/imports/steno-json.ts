import { z } from 'zod';
import { parseJson } from '../parse-json.ts';
import { type TimeSpan, toMs } from '../time.ts';
import type { Word } from '../transcription/transcript.ts';
import {
  type GivenSegment,
  type GivenTranscript,
  type Limits,
  MAX_CUE_CHARACTERS,
  MAX_CUES,
  storable,
  tooManyCues,
  unreadable,
} from './given-transcript.ts';

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);
const time = z.number().nonnegative().max(1_000_000);
const language = z.string().max(20).nullish();
/** What is read of a word and a segment, as exports and the API have them. */
const GivenWord = z.object({ start: time, end: time, text: z.string() });
const Given = z.object({
  start: time,
  end: time,
  text: z.string(),
  speaker: z.string().max(200).nullish(),
  language,
  words: z.array(z.unknown()).max(MAX_CUE_CHARACTERS).nullish(),
});
/** The segments are checked one by one, so that the first wrong one ends it: all mistakes of 32 MB take gigabytes. */
const Result = z.object({ segments: z.array(z.unknown()) });
const StenoJson = z.object({ language, result: Result });
const Bare = Result.extend({ language });

/** As deep as an export of Steno nests, and more. */
const MAX_NESTING = 32;

/**
 * Reads Steno's export as JSON, a transcription of its API, or what has such segments.
 * @throws transcript_unreadable, transcript_too_large
 */
export function readStenoJson(whole: unknown, limits: Limits): GivenTranscript {
  const found = StenoJson.safeParse(whole).data ?? Bare.safeParse(whole).data;
  if (!found) throw unreadable();
  const { segments } = 'result' in found ? found.result : found;
  if (segments.length > MAX_CUES) throw tooManyCues();
  const given: GivenSegment[] = [];
  for (const [at, item] of segments.entries()) {
    const segment = toGiven(check(Given, item), limits);
    limits.take(`Segment ${at}`, segment.text);
    if (segment.text !== '') given.push(segment);
  }
  return { language: found.language ?? null, segments: given };
}

/** @throws transcript_unreadable */
export function parseShallow(text: string): unknown {
  if (nestsDeeper(text, MAX_NESTING)) throw unreadable();
  return parseJson(text);
}

function check<Schema extends z.ZodType>(schema: Schema, item: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(item);
  if (parsed.success) return parsed.data;
  throw unreadable();
}

function toGiven({ start, end, ...given }: z.infer<typeof Given>, limits: Limits): GivenSegment {
  const span = { startMs: toMs(start), endMs: toMs(end) };
  const text = storable(given.text).trim();
  const words = (given.words ?? []).map((word) => check(GivenWord, word));
  const piece = { ...span, text, words: wordsWithin({ ...span, text }, words) };
  const speaker = limits.name(given.speaker ?? '');
  return { ...span, speaker, language: given.language ?? null, text, pieces: [piece] };
}

/** Null unless they lie in order within their segment and its text: then their times are made again. */
function wordsWithin(
  { startMs, endMs, text }: TimeSpan & { text: string },
  words: readonly z.infer<typeof GivenWord>[],
): Word[] | null {
  let lastMs = startMs;
  const read = words.map((word): Word => {
    const [from, to] = [toMs(word.start), toMs(word.end)];
    const isGood = from >= lastMs && to >= from && to <= endMs && word.text.trim() !== '';
    lastMs = isGood ? from : Number.POSITIVE_INFINITY;
    return { startMs: from, endMs: to, text: storable(word.text).trim(), confidence: 1 };
  });
  const letters = read.reduce((sum, word) => sum + word.text.length, 0);
  const fits = lastMs !== Number.POSITIVE_INFINITY && letters <= text.length;
  return read.length > 0 && fits ? read : null;
}

/** Whether lists and objects of a JSON text nest deeper; found without parsing it, and sooner than its end. */
function nestsDeeper(text: string, most: number): boolean {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (inString) {
      if (code === BACKSLASH) at++;
      else if (code === QUOTE) inString = false;
    } else if (code === QUOTE) inString = true;
    else if (OPENING.has(code)) {
      depth++;
      if (depth > most) return true;
    } else if (CLOSING.has(code)) depth--;
  }
  return false;
}
