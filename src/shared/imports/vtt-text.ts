/** Reads the text of a WebVTT cue as its specification does: https://www.w3.org/TR/webvtt1/#cue-text-parsing-rules */
import { decodeHTML } from 'entities/decode';
import type { VoicePiece } from './given-cue.ts';

/** An open tag, and whose voice is heard in it. */
type Open = { name: string; speaker: string | null };

/** What each voice says, in order; unknown tags and times within the text are left out. */
export function readVttText(text: string): VoicePiece[] {
  const open: Open[] = [];
  const pieces: VoicePiece[] = [];
  for (let at = 0; at < text.length; ) {
    const tag = text.indexOf('<', at);
    const to = tag < 0 ? text.length : tag;
    if (to > at) say(pieces, open.at(-1)?.speaker ?? null, decodeHTML(text.slice(at, to)));
    if (tag < 0) break;
    // A tag that nothing ends takes the rest of the cue.
    const end = text.indexOf('>', tag);
    at = end < 0 ? text.length : end + 1;
    readTag(open, text.slice(tag + 1, end < 0 ? text.length : end));
  }
  return pieces;
}

function say(pieces: VoicePiece[], speaker: string | null, text: string): void {
  const last = pieces.at(-1);
  if (last && last.speaker === speaker) last.text += text;
  else pieces.push({ speaker, text });
}

function readTag(open: Open[], tag: string): void {
  const current = open.at(-1)?.name;
  if (tag.startsWith('/')) {
    const name = tag.slice(1);
    if (name === current) open.pop();
    else if (name === 'ruby' && current === 'rt') open.splice(-2);
    return;
  }
  const space = tag.search(/[\t\n\f ]/);
  const head = space < 0 ? tag : tag.slice(0, space);
  const annotation = space < 0 ? '' : tag.slice(space + 1);
  const [name = ''] = head.split('.', 1);
  const outer = open.at(-1)?.speaker ?? null;
  if (name === 'v') {
    const speaker = decodeHTML(annotation)
      .replaceAll(/[\t\n\f\r ]+/g, ' ')
      .replaceAll(/^ | $/g, '');
    open.push({ name, speaker: speaker || null });
  } else if (/^(?:[cibu]|ruby|lang)$/.test(name) || (name === 'rt' && current === 'ruby')) {
    open.push({ name, speaker: outer });
  }
}
