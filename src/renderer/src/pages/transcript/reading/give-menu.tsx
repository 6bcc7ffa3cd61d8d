import { Menu } from '@base-ui/react/menu';
import Check from 'lucide-react/icons/check';
import { useEffect, useEffectEvent, useState } from 'react';
import { create } from 'zustand';
import type { TranscriptEdit } from '../../../../../shared/transcription/editing.ts';
import { Button } from '../../../components/button.tsx';
import { MENU_ITEM, MenuPopup } from '../../../components/menu-popup.tsx';
import { segmentsShown, useEdits } from '../../../stores/transcript/edit-store.ts';
import { useMediaExports } from '../../../stores/transcript/media-export-store.ts';
import { useTranscript } from '../../../stores/transcript/transcript-store.ts';
import { clipSpan } from './clip-span.ts';
import { blocks } from './editing-commands.ts';
import { segmentElement } from './highlights.ts';
import { selectedText } from './selected-text.ts';
import { type Selected, wordsToSpeaker } from './words-to-speaker.ts';

type Scope = 'words' | 'sentence' | 'paragraph' | 'onwards';
const SCOPES: readonly (readonly [Scope, string])[] = [
  ['words', 'Selected words'],
  ['sentence', 'This sentence'],
  ['paragraph', 'This paragraph'],
  ['onwards', 'From here on'],
];

/** What is given to a speaker: a segment and what belongs to it, or selected words. */
type Asked = { segment: number; selected: Selected | null; rect: DOMRect };

const useAsked = create<{ asked: Asked | null }>()(() => ({ asked: null }));

/** Asks who says the selected words; where none are selected, a segment. */
export function askWhoSpeaks(segment: number | null): void {
  const found = selectedText();
  useEdits.getState().edit(null);
  if (found) {
    const { selected, rect } = found;
    useAsked.setState({ asked: { segment: selected.first.id, selected, rect } });
    return;
  }
  const element = segment === null ? null : segmentElement(segment);
  if (segment === null || !element) return;
  const rect = element.getBoundingClientRect();
  useAsked.setState({ asked: { segment, selected: null, rect } });
}

/** Assigns a part of the text to another speaker, with a button next to the selection. */
export function GiveMenu() {
  const asked = useAsked((state) => state.asked);
  const close = () => useAsked.setState({ asked: null });
  return (
    <>
      <SelectionButton />
      <Menu.Root open={asked !== null} onOpenChange={(open) => !open && close()}>
        {asked && (
          <MenuPopup
            align="start"
            anchor={{ getBoundingClientRect: () => asked.rect }}
            giveBack={() => false}
          >
            <Choices asked={asked} onDone={close} />
          </MenuPopup>
        )}
      </Menu.Root>
    </>
  );
}

function Choices({ asked, onDone }: { asked: Asked; onDone: () => void }) {
  const { segment, selected } = asked;
  const [scope, setScope] = useState<Scope>(selected ? 'words' : 'sentence');
  const speakers = useTranscript((state) => state.transcription?.result?.speakers ?? NO_SPEAKERS);
  const make = useEdits((state) => state.make);
  const next = Math.max(0, ...speakers.map(({ id }) => id)) + 1;
  const give = (speaker: number) => {
    make(editsFor(scope, asked, speaker));
    getSelection()?.removeAllRanges();
    onDone();
  };
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const chosen = speakers[Number(event.key) - 1];
    if (!/^[1-9]$/.test(event.key) || !chosen) return;
    event.preventDefault();
    give(chosen.id);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener('keydown', listen, { capture: true });
    return () => document.removeEventListener('keydown', listen, { capture: true });
  }, []);
  const current = segmentsShown()[segment]?.speaker_id;
  return (
    <>
      <Menu.Group>
        <Menu.GroupLabel className="px-2.5 py-1.5 text-soft">Who says it?</Menu.GroupLabel>
        {speakers.map(({ id, name, label }, index) => (
          <Menu.Item key={id} className={MENU_ITEM} onClick={() => give(id)}>
            <bdi className="truncate">{name ?? label}</bdi>
            <span className="ml-auto flex shrink-0 items-center gap-2 text-soft">
              {id === current && <Check aria-label="now" className="size-4 text-accent" />}
              {index < 9 && <kbd className="font-sans text-xs">{index + 1}</kbd>}
            </span>
          </Menu.Item>
        ))}
        <Menu.Item className={MENU_ITEM} onClick={() => give(next)}>
          Somebody new
        </Menu.Item>
      </Menu.Group>
      <Menu.Separator className="my-1 h-px bg-line" />
      <Menu.RadioGroup value={scope} onValueChange={setScope}>
        {SCOPES.filter(([one]) => one !== 'words' || selected).map(([one, name]) => (
          <Menu.RadioItem key={one} value={one} closeOnClick={false} className={MENU_ITEM}>
            {name}
            <Menu.RadioItemIndicator className="ml-auto shrink-0">
              <Check aria-hidden className="size-4 text-accent" />
            </Menu.RadioItemIndicator>
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </>
  );
}

function editsFor(
  scope: Scope,
  { segment, selected }: Asked,
  speaker_id: number,
): TranscriptEdit[] {
  const segments = segmentsShown();
  const one = { op: 'speaker', first: segment, last: segment, speaker_id } as const;
  if (scope === 'words' && selected) return wordsToSpeaker(selected, speaker_id, segments);
  if (scope === 'paragraph') {
    const block = blocks().findLast(({ firstSegment }) => firstSegment <= segment);
    const first = block?.firstSegment ?? segment;
    return [{ ...one, first, last: block?.pieces.at(-1)?.segment.id ?? segment }];
  }
  if (scope === 'onwards') {
    // All that the same person says until the end.
    const of = segments[segment]?.speaker_id ?? 1;
    return [{ ...one, last: segments.length - 1, of }];
  }
  return [one];
}

/** So long a selection has to stay as it is. */
const SETTLED_MS = 200;

/** What the user has selected; not the doubtful word that a review selects. */
function chosenText(): ReturnType<typeof selectedText> {
  const found = selectedText();
  const { editing } = useEdits.getState();
  const { first, last } = found?.selected ?? {};
  const isGiven = first?.offset === editing?.from && last?.offset === editing?.to;
  return editing && first?.id === editing.id && isGiven ? null : found;
}

function SelectionButton() {
  const [rect, setRect] = useState<DOMRect | null>(null);
  const hasMedia = useTranscript((state) => Boolean(state.transcription?.result?.media));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const look = () => {
      clearTimeout(timer);
      timer = setTimeout(() => setRect(chosenText()?.rect ?? null), SETTLED_MS);
    };
    document.addEventListener('selectionchange', look);
    window.addEventListener('scroll', look, { passive: true });
    return () => {
      clearTimeout(timer);
      document.removeEventListener('selectionchange', look);
      window.removeEventListener('scroll', look);
    };
  }, []);
  if (!rect) return null;
  return (
    <div
      className="fixed z-10 flex gap-2"
      style={{
        left: Math.max(8, Math.min(rect.left, innerWidth - BUTTONS_WIDTH)),
        // Above the player.
        top: `min(${rect.bottom + 6}px, calc(100dvh - var(--foot, 0px) - 3rem))`,
      }}
    >
      <Button
        className="shadow-panel"
        // The selection stays where it is.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => {
          askWhoSpeaks(null);
          setRect(null);
        }}
      >
        Who says this?
      </Button>
      {hasMedia && (
        <Button
          className="shadow-panel"
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => {
            askForClip(null);
            setRect(null);
          }}
        >
          Save clip…
        </Button>
      )}
    </div>
  );
}

/** Of both buttons, and the edge of the window. */
const BUTTONS_WIDTH = 280;

/** Asks how the part in which the selected words are said is to be saved; where none are selected, a segment. */
export function askForClip(segment: number | null): void {
  const segments = segmentsShown();
  const { transcription } = useTranscript.getState();
  const whole = segment === null ? undefined : segments[segment];
  const selected = selectedText()?.selected ?? (whole && wholeOf(whole));
  if (!selected || !transcription?.result?.media) return;
  const span = clipSpan(selected, segments, (transcription.duration_seconds ?? 0) * 1000);
  if (span) useMediaExports.getState().ask({ kind: 'clip', span });
}

const wholeOf = ({ id, text }: { id: number; text: string }): Selected => ({
  first: { id, offset: 0 },
  last: { id, offset: text.length },
});

const NO_SPEAKERS: readonly { id: number; name: string | null; label: string }[] = [];
