import { Download, Play } from 'lucide-react';
import { useState } from 'react';
import { formatClock, type TimeSpan } from '../../../../../shared/time.ts';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import { SubtitleOptions } from '../../../components/export-options-form.tsx';
import { Form } from '../../../components/form.tsx';
import { SelectRow } from '../../../components/select.tsx';
import { formatSeconds } from '../../../text/format.ts';
import { ExportLanguage, useFinishedTranslations } from '../export/export-language.tsx';
import { playSpan } from '../player/controls.ts';
import { type MediaChoice, useMediaExports } from './media-export-store.ts';

type Subtitles = MediaChoice['subtitles'];

const NAMES: Record<Subtitles, string> = {
  none: 'None',
  beside: 'In a file beside it',
  track: 'Can be hidden',
  burned: 'In the picture',
};
const HINTS: Record<Subtitles, string> = {
  none: '',
  beside: 'As SRT, under the same name, so that players find them.',
  track: 'Players have a button for them.',
  burned: 'Visible in every player. The picture is encoded again, which takes longer.',
};

/** By how many of the rows there are that not every recording has. */
const HEIGHTS = ['min-h-38', 'min-h-48', 'min-h-58'];

export function MediaDialog({ id, isVideo }: { id: string; isVideo: boolean }) {
  const asked = useMediaExports((state) => state.asked);
  const translated = useFinishedTranslations(id, asked !== null);
  const title = asked?.kind === 'video' ? 'Save video with subtitles' : 'Save clip';
  return (
    <Dialog
      open={asked !== null}
      title={title}
      onClose={() => useMediaExports.ask(null)}
      // Usually nothing has to be chosen: Enter saves.
      initialFocus={() => document.querySelector<HTMLElement>('[data-dialog] [type="submit"]')}
    >
      {asked && (
        <MediaForm
          {...{ id, isVideo, translated }}
          span={asked.kind === 'clip' ? asked.span : null}
          onDone={() => useMediaExports.ask(null)}
        />
      )}
    </Dialog>
  );
}

type MediaFormProps = {
  id: string;
  isVideo: boolean;
  translated: boolean;
  span: TimeSpan | null;
  onDone: () => void;
};

function MediaForm({ id, isVideo, translated, span, onDone }: MediaFormProps) {
  const [picture, setPicture] = useState(isVideo);
  const [chosen, setSubtitles] = useState<Subtitles>(span ? 'none' : 'track');
  const possible = subtitlesFor(picture, span);
  const subtitles = possible.includes(chosen) ? chosen : 'none';
  const submit = () => useMediaExports.make(id, { picture, subtitles });
  return (
    <Form onSubmit={submit} className="text-sm">
      {span && <Part span={span} />}
      {/* As high as all of it, so that nothing moves with what is chosen. */}
      <div
        className={`space-y-1 ${HEIGHTS[Number(span !== null && isVideo) + Number(translated)]}`}
      >
        {span && isVideo && (
          <SelectRow
            label="Save"
            value={picture}
            onChange={setPicture}
            options={[
              [true, 'Picture and sound'],
              [false, 'Sound only'],
            ]}
          />
        )}
        <SelectRow
          label="Subtitles"
          value={subtitles}
          onChange={setSubtitles}
          options={possible.map((one) => [one, NAMES[one]] as const)}
        />
        {subtitles !== 'none' && (
          <>
            <p className="pb-1 text-soft">{HINTS[subtitles]}</p>
            <SubtitleOptions />
            <ExportLanguage id={id} format="srt" />
          </>
        )}
      </div>
      <div className="mt-4 flex items-center justify-end gap-2">
        <Button onClick={onDone}>Cancel</Button>
        <Button icon={Download} look="primary" type="submit">
          Save
        </Button>
      </div>
    </Form>
  );
}

/** When it is, with a button to play it. */
function Part({ span }: { span: TimeSpan }) {
  const { startMs, endMs } = span;
  return (
    <div className="mb-3 flex items-center justify-between gap-4">
      <p className="tabular-nums">
        {exactClock(startMs)} – {exactClock(endMs)}
        <span className="text-soft"> · {lengthOf(endMs - startMs)}</span>
      </p>
      <Button icon={Play} onClick={() => playSpan(span)}>
        Listen
      </Button>
    </div>
  );
}

function subtitlesFor(picture: boolean, span: TimeSpan | null): readonly Subtitles[] {
  if (!span) return ['track', 'burned'];
  return picture ? ['none', 'beside', 'track', 'burned'] : ['none', 'beside'];
}

/** `1:02.3`. */
function exactClock(ms: number): string {
  const tenths = Math.round(ms / 100);
  return `${formatClock(Math.floor(tenths / 10) * 1000)}.${tenths % 10}`;
}

function lengthOf(ms: number): string {
  return ms < 60_000 ? formatSeconds(ms) : `${formatClock(ms)} minutes`;
}
