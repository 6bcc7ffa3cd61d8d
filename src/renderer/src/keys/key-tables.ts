/**
 * All keys of the window, each in one place: `usePageKeys` listens to them, and the help lists them. What a key does is
 * a function beside what it does it to.
 */
import type { KeyLine, KeyTable } from './key-matching.ts';

/** A transcript's page, while nothing is written in. */
export const TRANSCRIPT_KEYS = [
  ['Play or pause', { play: ['Space', 'K'] }],
  ['Back 5 seconds', { back: ['ArrowLeft', 'J'] }, 'held'],
  ['Forward 5 seconds', { forward: ['ArrowRight', 'L'] }, 'held'],
  ['Previous sentence, next sentence', { before: ['ArrowUp'], after: ['ArrowDown'] }, 'held'],
  ['Slower, faster', { slower: ['['], faster: [']'] }, 'held'],
  ['Repeat the sentence', { repeat: ['R'] }],
  ['Correct the selected, found or spoken word', { correct: ['E', 'Enter', 'F2'] }],
  ['Give the sentence or the selected words to a speaker', { give: ['S'] }],
  ['Save the sentence or the selected words as a clip', { clip: ['C'] }],
  ['Highlight the sentence or the selected words', { highlight: ['H'] }],
  ['Highlight them and comment on them', { comment: ['M'] }],
  ['Undo, redo', { undo: ['Mod+Z'], redo: ['Mod+Y', 'Mod+Shift+Z'] }, 'held'],
  ['Find and replace', { find: ['/', 'Mod+F'] }],
  ['Previous, next doubtful word', { doubtBefore: [','], doubtAfter: ['.'] }, 'held'],
  ['Export', { export: ['Mod+S'] }],
  ['Show these keys', { help: ['?'] }],
] as const satisfies KeyTable;

/** A sentence that is written in. */
export const WRITING_KEYS = [
  ['Keep the change', { keep: ['Mod+Enter'] }],
  ['Keep it, and correct the next doubtful word', { doubtAfter: ['Tab'] }],
  ['Keep it, and correct the previous one', { doubtBefore: ['Shift+Tab'] }],
  ['Keep it, and find another', { find: ['Mod+F'] }],
  ['Leave it as it was', { cancel: ['Escape'] }],
  ['New paragraph, new sentence', { paragraph: ['Enter'], sentence: ['Shift+Enter'] }],
  [
    'Join with the sentence before, after',
    { joinBefore: ['Backspace'], joinAfter: ['Delete'] },
    'held',
  ],
  ['Play or pause', { play: ['Ctrl+Space'] }],
] as const satisfies KeyTable;

export const REVIEW_KEYS = [
  ['The word is right', { confirm: ['Y', 'Enter'] }],
  ['Replace the word', { replace: ['W'] }],
  ['Play it again', { play: ['P'] }],
  ['Close the review', { close: ['Escape'] }],
] as const satisfies KeyTable;

/** Its field for what was said instead. */
export const REVIEW_FIELD_KEYS = [
  ['In “Replace with”: replace the word', { replace: ['Enter'] }],
  ['In “Replace with”: leave it', { cancel: ['Escape'] }],
] as const satisfies KeyTable;

export const FIND_KEYS = [
  ['Next match, previous match', { next: ['Enter'], previous: ['Shift+Enter'] }, 'held'],
  ['Correct the match', { correct: ['F2'] }],
  ['To its field', { field: ['Mod+F'] }],
] as const satisfies KeyTable;

/** The same where the focus is elsewhere. */
export const FIND_CLOSE_KEYS = [['Close', { close: ['Escape'] }]] as const satisfies KeyTable;

/** Its field for what takes the place of a match. */
export const REPLACE_KEYS = [
  ['In “Replace with”: replace the match, all', { replace: ['Enter'], all: ['Mod+Enter'] }],
] as const satisfies KeyTable;

export const COMMENT_KEYS = [
  ['Save the comment', { keep: ['Mod+Enter'] }],
  ['Close it, and keep what is written as a draft', { cancel: ['Escape'] }],
] as const satisfies KeyTable;

export const SUBTITLE_KEYS = [
  ['Keep the subtitle', { keep: ['Mod+Enter'] }],
  ['Leave it as it was', { cancel: ['Escape'] }],
] as const satisfies KeyTable;

/** The moment at which a subtitle comes or goes, as a number. */
export const TIME_KEYS = [
  ['Start or end: 0.1 s later, earlier', { later: ['ArrowUp'], earlier: ['ArrowDown'] }, 'held'],
] as const satisfies KeyTable;

export const EDGE_KEYS = [
  [
    'Edge on the waveform: 0.05 s earlier, later',
    { earlier: ['ArrowLeft', 'ArrowDown'], later: ['ArrowRight', 'ArrowUp'] },
    'held',
  ],
  [
    'Edge on the waveform: 0.5 s earlier, later',
    {
      muchEarlier: ['Shift+ArrowLeft', 'Shift+ArrowDown'],
      muchLater: ['Shift+ArrowRight', 'Shift+ArrowUp'],
    },
    'held',
  ],
  ['Edge on the waveform: play the subtitle', { play: ['Space', 'Enter'] }],
  ['Edge on the waveform: back to where it was', { giveBack: ['Escape'] }],
] as const satisfies KeyTable;

export const WAVEFORM_KEYS = [
  ['Waveform: zoom in, zoom out', { in: ['+', '='], out: ['-'] }, 'held'],
  ['Waveform: all of it', { all: ['0'] }],
] as const satisfies KeyTable;

/** A field that Escape leaves as it was. */
export const FIELD_KEYS = [
  ['Leave a field as it was', { cancel: ['Escape'] }],
] as const satisfies KeyTable;

/** The box for links; in a browser, Ctrl+L is the address bar's. */
export const PASTE_KEYS = [
  ['Paste a link', { paste: 'steno' in globalThis ? ['/', 'Mod+L'] : ['/'] }],
] as const satisfies KeyTable;

/** In that box. */
export const LINK_KEYS = [
  ['In the box for links: transcribe', { add: ['Enter'] }],
  ['In the empty box for links: to the recordings', { list: ['ArrowDown'] }],
] as const satisfies KeyTable;

export const RECORDING_KEYS = [
  ['Pause, go on', { pause: ['P'] }],
  ['Mark this moment', { mark: ['M'] }],
] as const satisfies KeyTable;

export const SEARCH_KEYS = [['Search', { search: ['Mod+F'] }]] as const satisfies KeyTable;

export const HELP_KEYS = [['Show these keys', { help: ['?'] }]] as const satisfies KeyTable;

export const LIST_KEYS = [
  ['Previous recording, next recording', { before: ['ArrowUp'], after: ['ArrowDown'] }, 'held'],
  ['First, last recording', { first: ['Home'], last: ['End'] }],
  ['Open', { open: ['Enter'] }],
  ['Rename', { rename: ['F2'] }],
  ['Delete', { remove: ['Delete'] }],
  ['Move to a project', { moveToProject: ['M'] }],
  ['Select', { select: ['Space'] }],
  ['Select several', { selectBefore: ['Shift+ArrowUp'], selectAfter: ['Shift+ArrowDown'] }, 'held'],
  ['Select all', { selectAll: ['Mod+A'] }],
] as const satisfies KeyTable;

export const SELECTION_KEYS = [
  ['Clear the selection', { clear: ['Escape'] }],
] as const satisfies KeyTable;

export const QUEUE_KEYS = [
  ['In the queue: earlier, later', { earlier: ['Alt+ArrowUp'], later: ['Alt+ArrowDown'] }, 'held'],
  ['In the queue: to the front', { front: ['Alt+Home'] }],
] as const satisfies KeyTable;

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

export const RECORD_HELP: readonly KeyGroup[] = [
  { title: 'While you record', lines: [...RECORDING_KEYS, ...HELP_KEYS] },
];
