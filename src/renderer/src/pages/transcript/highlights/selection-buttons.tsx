import { useEffect, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { listen } from '../../../event-listeners.ts';
import { segmentsShown, useEdits } from '../../../stores/transcript/edit-store.ts';
import { useTranscript } from '../../../stores/transcript/transcript-store.ts';
import { clipSpan } from '../clips/clip-span.ts';
import { useMediaExports } from '../clips/media-export-store.ts';
import { askWhoSpeaks } from '../speakers/open-name-field.ts';
import { ColorButtons } from './color-choice.tsx';
import { markWords } from './mark-words.ts';
import { selectedText, wordsMeant } from './selected-text.ts';

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

export function SelectionButtons() {
  const [rect, setRect] = useState<DOMRect | null>(null);
  const hasMedia = useTranscript((state) => Boolean(state.transcription?.result?.media));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const look = () => {
      clearTimeout(timer);
      timer = setTimeout(() => setRect(chosenText()?.rect ?? null), SETTLED_MS);
    };
    const stops = [
      listen(document, { selectionchange: look }),
      listen(window, { scroll: look }, { passive: true }),
    ];
    return () => {
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
  }, []);
  if (!rect) return null;
  return (
    <div
      className="fixed z-10 flex max-w-near-window flex-wrap gap-1 rounded-lg border border-line bg-panel p-1 shadow-panel"
      style={{
        left: Math.max(8, Math.min(rect.left, innerWidth - BUTTONS_WIDTH)),
        // Above the player.
        top: `min(${rect.bottom + 6}px, calc(100dvh - var(--foot, 0rem) - ${innerWidth < BUTTONS_WIDTH ? 6 : 3}rem))`,
      }}
    >
      <div className="flex items-center">
        <ColorButtons
          label={(name) => `Highlight in ${name}`}
          onChoose={(color) => {
            void markWords(null, { color });
            setRect(null);
          }}
        />
      </div>
      <Button
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => {
          void markWords(null, { comment: true });
          setRect(null);
        }}
      >
        Comment
      </Button>
      <Button
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

/** Of all buttons, and the edge of the window. */
const BUTTONS_WIDTH = 540;

/** Asks how the part in which the selected words are said is to be saved; where none are selected, a segment. */
export function askForClip(segment: number | null): void {
  const segments = segmentsShown();
  const { transcription } = useTranscript.getState();
  const selected = wordsMeant(segment);
  if (!selected || !transcription?.result?.media) return;
  const span = clipSpan(selected, segments, (transcription.duration_seconds ?? 0) * 1000);
  if (span) useMediaExports.ask({ kind: 'clip', span });
}
