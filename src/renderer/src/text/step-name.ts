import { formatClock } from '../../../shared/time.ts';
import type { HistoryStep } from '../../../shared/transcription/editing.ts';
import { formatCount } from './format.ts';

export type NamedStep = Pick<HistoryStep, 'kind' | 'about'>;

export function goneText({ way, ...step }: NamedStep & { way: 'undo' | 'redo' }): string {
  return `${way === 'undo' ? 'Undone' : 'Redone'}: ${stepName(step)}`;
}

/** What a step of the history did, as in `Undo: name “Ana”`. */
export function stepName({ kind, about }: NamedStep): string {
  const { name = null, of = null } = about ?? {};
  const at = about?.start == null ? '' : ` at ${formatClock(about.start * 1000)}`;
  const count = about?.count ?? 1;
  switch (kind) {
    case 'text':
      return count > 1 ? `text of ${formatCount(count)} sentences` : `text${at}`;
    case 'speaker':
      return speakerStep(about, at);
    case 'name':
      if (name !== null) return `name “${short(name)}”`;
      return of === null ? 'name of a speaker' : `removal of the name “${short(of)}”`;
    case 'voices':
      return 'detection of speakers';
    case 'cue_reset':
      return count > 1 ? `reset of ${formatCount(count)} subtitles` : `reset of the subtitle${at}`;
    default:
      return `${WITH_PLACE[kind]}${at}`;
  }
}

const WITH_PLACE = {
  split: 'split of a sentence',
  join: 'join of two sentences',
  paragraph: 'paragraph',
  confirm: 'confirmed words',
  heard: 'return to the original',
  cue: 'subtitle',
  cue_times: 'times of the subtitle',
  cue_split: 'split of a subtitle',
  cue_join: 'join of two subtitles',
};

function speakerStep(about: NamedStep['about'], at: string): string {
  if (!about?.name) return `speaker${at}`;
  const name = short(about.name);
  if (about.of !== null) return `merge of ${short(about.of)} with ${name}`;
  return about.count > 1
    ? `${formatCount(about.count)} sentences given to ${name}`
    : `sentence given to ${name}`;
}

const LONGEST_NAME = 40;

function short(name: string): string {
  const letters = [...name];
  return letters.length > LONGEST_NAME ? `${letters.slice(0, LONGEST_NAME - 1).join('')}…` : name;
}
