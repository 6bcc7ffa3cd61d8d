import { Menu } from '@base-ui/react/menu';
import { Popover } from '@base-ui/react/popover';
import Check from 'lucide-react/icons/check';
import { type FormEvent, useId, useRef, useState } from 'react';
import { MAX_SPEAKERS } from '../../../../../shared/transcription/speakers.ts';
import type { TranscriptSegment } from '../../../../../shared/transcription/transcription.ts';
import { Button } from '../../../components/button.tsx';
import { MENU_ITEM, MenuPopup } from '../../../components/menu-popup.tsx';
import { Select } from '../../../components/select.tsx';
import { SpeakerDot, speakerColour } from '../../../components/speaker-dot.tsx';
import { useEdits } from '../../../stores/transcript/edit-store.ts';
import { useTranscript } from '../../../stores/transcript/transcript-store.ts';
import { NameForm } from './name-form.tsx';

type SpeakerMenuProps = {
  speaker: { id: number; name: string };
  /** What is assigned when another speaker is chosen. */
  segments: readonly TranscriptSegment[];
};

/**
 * Who speaks: choose another speaker for this paragraph, name the person everywhere, or have all voices told apart
 * again.
 */
export function SpeakerMenu({ speaker, segments }: SpeakerMenuProps) {
  const speakers = useTranscript((state) => state.transcription?.result?.speakers ?? NO_SPEAKERS);
  const change = useEdits((state) => state.change);
  const make = useEdits((state) => state.make);
  const [asking, setAsking] = useState<'name' | 'count' | null>(null);
  const close = () => setAsking(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const choose = (id: number) =>
    change(segments.map((segment) => ({ id: segment.id, speaker_id: id })));
  const edited = segments.filter((segment) => segment.edited);
  const restore = () => {
    const [first, last] = [segments[0]?.id ?? 0, segments.at(-1)?.id ?? 0];
    make([{ op: 'heard', first, last }]);
  };
  const next = Math.max(0, ...speakers.map(({ id }) => id)) + 1;

  return (
    <>
      <Menu.Root>
        <Menu.Trigger
          ref={trigger}
          style={{ color: speakerColour(speaker.id) }}
          className="-ms-1.5 h-6 max-w-full truncate rounded px-1.5 text-sm font-medium hover:bg-raised"
        >
          <SpeakerDot id={speaker.id} />
          <bdi>{speaker.name}</bdi>
        </Menu.Trigger>
        <MenuPopup align="start">
          <Menu.RadioGroup value={speaker.id} onValueChange={choose}>
            {speakers.map(({ id, name, label }) => (
              <Menu.RadioItem key={id} value={id} className={MENU_ITEM}>
                <SpeakerDot id={id} />
                <bdi className="truncate">{name ?? label}</bdi>
                <Menu.RadioItemIndicator className="ml-auto shrink-0">
                  <Check aria-hidden className="size-4 text-accent" />
                </Menu.RadioItemIndicator>
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
          <Menu.Item className={MENU_ITEM} onClick={() => choose(next)}>
            New speaker
          </Menu.Item>
          <Menu.Separator className="my-1 h-px bg-line" />
          <Menu.Item className={MENU_ITEM} onClick={() => setAsking('name')}>
            <span className="truncate">
              Rename <bdi>{speaker.name}</bdi>…
            </span>
          </Menu.Item>
          <Menu.Item className={MENU_ITEM} onClick={() => setAsking('count')}>
            Identify speakers again…
          </Menu.Item>
          {edited.length > 0 && (
            <Menu.Item className={MENU_ITEM} onClick={restore}>
              Restore what was heard
            </Menu.Item>
          )}
        </MenuPopup>
      </Menu.Root>
      <Popover.Root open={asking !== null} onOpenChange={(open) => !open && close()}>
        <Popover.Portal container={document.querySelector('main')}>
          <Popover.Positioner anchor={trigger} align="start" sideOffset={4} className="z-20">
            <Popover.Popup
              aria-label={asking === 'name' ? `Rename ${speaker.name}` : 'Identify speakers'}
              className="rounded-lg border border-line bg-panel p-3 shadow-panel"
            >
              {asking === 'name' && <NameForm speaker={speaker} onDone={close} />}
              {asking === 'count' && <LabelForm onDone={close} />}
            </Popover.Popup>
          </Popover.Positioner>
        </Popover.Portal>
      </Popover.Root>
    </>
  );
}

const NO_SPEAKERS: readonly { id: number; name: string | null; label: string }[] = [];

const FIND_OUT = 'find-out';
const COUNTS: readonly (readonly [string, string])[] = [
  [FIND_OUT, 'Detect'],
  ...Array.from({ length: MAX_SPEAKERS }, (_, index) => {
    const count = String(index + 1);
    return [count, count] as const;
  }),
];

/** How many people speak, for when too many or too few were found. */
function LabelForm({ onDone }: { onDone: () => void }) {
  const found = useTranscript((state) => state.transcription?.result?.speakers.length ?? 1);
  const label = useEdits((state) => state.labelSpeakers);
  const id = useId();
  const [count, setCount] = useState(String(found));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void label(count === FIND_OUT ? null : Number(count));
    onDone();
  };
  return (
    <form onSubmit={submit} className="w-72 space-y-3 text-sm">
      <div className="flex items-center justify-between gap-4">
        <label htmlFor={id}>How many people speak?</label>
        <Select id={id} value={count} onChange={setCount} options={COUNTS} className="w-28" />
      </div>
      <p className="text-soft">
        The text stays as it is; speakers you chose by hand are replaced. You can undo it.
      </p>
      <div className="flex justify-end">
        <Button type="submit" look="primary">
          Identify speakers
        </Button>
      </div>
    </form>
  );
}
