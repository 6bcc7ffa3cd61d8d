import { Menu } from '@base-ui/react/menu';
import { Popover } from '@base-ui/react/popover';
import Check from 'lucide-react/icons/check';
import { type FormEvent, useRef, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { useEdits } from '../../../stores/edit-store.ts';
import { useTranscript } from '../../../stores/transcript-store.ts';

type SpeakerMenuProps = {
  speaker: { id: number; name: string };
  /** What changes hands when another one is chosen. */
  segments: readonly number[];
};

/** Who speaks: choose somebody else for this paragraph, or name the person everywhere. */
export function SpeakerMenu({ speaker, segments }: SpeakerMenuProps) {
  const speakers = useTranscript((state) => state.transcription?.result?.speakers ?? NOBODY);
  const change = useEdits((state) => state.change);
  const [naming, setNaming] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const choose = (id: number) =>
    change(segments.map((segment) => ({ id: segment, speaker_id: id })));
  const next = Math.max(0, ...speakers.map(({ id }) => id)) + 1;

  return (
    <>
      <Menu.Root>
        <Menu.Trigger
          ref={trigger}
          className="-ml-1.5 h-6 rounded px-1.5 text-sm font-medium text-accent hover:bg-raised"
        >
          {speaker.name}
        </Menu.Trigger>
        {/* Inside the page's landmark, and not beside it. */}
        <Menu.Portal container={document.querySelector('main')}>
          <Menu.Positioner align="start" sideOffset={4} className="z-20">
            <Menu.Popup className="min-w-52 rounded-lg border border-line bg-panel p-1 text-sm shadow-panel">
              <Menu.RadioGroup value={speaker.id} onValueChange={choose}>
                {speakers.map(({ id, name, label }) => (
                  <Menu.RadioItem key={id} value={id} className={ITEM}>
                    {name ?? label}
                    <Menu.RadioItemIndicator className="ml-auto">
                      <Check aria-hidden className="size-4 text-accent" />
                    </Menu.RadioItemIndicator>
                  </Menu.RadioItem>
                ))}
              </Menu.RadioGroup>
              <Menu.Item className={ITEM} onClick={() => choose(next)}>
                Somebody new
              </Menu.Item>
              <Menu.Separator className="my-1 h-px bg-line" />
              <Menu.Item className={ITEM} onClick={() => setNaming(true)}>
                Rename {speaker.name}…
              </Menu.Item>
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
      <Popover.Root open={naming} onOpenChange={setNaming}>
        <Popover.Portal container={document.querySelector('main')}>
          <Popover.Positioner anchor={trigger} align="start" sideOffset={4} className="z-20">
            <Popover.Popup
              aria-label={`Rename ${speaker.name}`}
              className="rounded-lg border border-line bg-panel p-3 shadow-panel"
            >
              <NameForm speaker={speaker} onDone={() => setNaming(false)} />
            </Popover.Popup>
          </Popover.Positioner>
        </Popover.Portal>
      </Popover.Root>
    </>
  );
}

const NOBODY: readonly { id: number; name: string | null; label: string }[] = [];
const ITEM =
  'flex cursor-default items-center gap-3 rounded-md px-2.5 py-1.5 outline-none data-highlighted:bg-raised';

function NameForm({ speaker, onDone }: Pick<SpeakerMenuProps, 'speaker'> & { onDone: () => void }) {
  const rename = useTranscript((state) => state.renameSpeaker);
  const save = useEdits((state) => state.save);
  const [name, setName] = useState(speaker.name);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // What is not stored yet must not be lost under the answer.
    void save().then(() => rename(speaker.id, name.trim() === '' ? null : name.trim()));
    onDone();
  };
  return (
    <form onSubmit={submit} className="flex gap-2">
      <input
        aria-label="Name"
        value={name}
        maxLength={100}
        onChange={(event) => setName(event.target.value)}
        onFocus={(event) => event.target.select()}
        className="h-9 w-48 rounded-lg border border-field-line bg-panel px-3 text-sm"
      />
      <Button type="submit" look="primary">
        Rename
      </Button>
    </form>
  );
}
