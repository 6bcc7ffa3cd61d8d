/** What the keyboard help of a page lists: the tables that are listened to. */
import type { KeyLine } from './key-matching.ts';
import {
  COMMENT_KEYS,
  EDGE_KEYS,
  FIELD_KEYS,
  FIND_CLOSE_KEYS,
  FIND_KEYS,
  HELP_KEYS,
  LINK_KEYS,
  LIST_KEYS,
  PASTE_KEYS,
  QUEUE_KEYS,
  RECORDING_KEYS,
  REPLACE_KEYS,
  REVIEW_FIELD_KEYS,
  REVIEW_KEYS,
  SEARCH_KEYS,
  SELECTION_KEYS,
  SUBTITLE_KEYS,
  TIME_KEYS,
  TRANSCRIPT_KEYS,
  WAVEFORM_KEYS,
  WRITING_KEYS,
} from './key-tables.ts';

export type KeyGroup = { title: string; lines: readonly KeyLine[] };

export const TRANSCRIPT_HELP: readonly KeyGroup[] = [
  { title: 'Transcript', lines: TRANSCRIPT_KEYS },
  { title: 'While you correct a sentence', lines: WRITING_KEYS },
  { title: 'Review of doubtful words', lines: [...REVIEW_KEYS, ...REVIEW_FIELD_KEYS] },
  { title: 'Find and replace', lines: [...FIND_KEYS, ...FIND_CLOSE_KEYS, ...REPLACE_KEYS] },
  { title: 'While you write a comment', lines: COMMENT_KEYS },
  { title: 'Subtitles', lines: [...SUBTITLE_KEYS, ...TIME_KEYS, ...EDGE_KEYS] },
  { title: 'Waveform, when it has the focus', lines: WAVEFORM_KEYS },
];

export const LIBRARY_HELP: readonly KeyGroup[] = [
  { title: 'Library', lines: [...PASTE_KEYS, ...LINK_KEYS, ...SEARCH_KEYS, ...HELP_KEYS] },
  { title: 'Recordings', lines: [...LIST_KEYS, ...SELECTION_KEYS, ...FIELD_KEYS] },
  { title: 'Queue, when it has the focus', lines: QUEUE_KEYS },
  { title: 'While you record', lines: RECORDING_KEYS },
];
