import { Pencil, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Voice } from '../../../../shared/transcription/speakers.ts';
import { client } from '../../api/client.ts';
import { Button } from '../../components/button.tsx';
import { Checkbox } from '../../components/checkbox.tsx';
import { ConfirmDialog } from '../../components/dialogs/confirm-dialog.tsx';
import { Form } from '../../components/form.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { Row, Rows } from '../../components/rows.tsx';
import { Section } from '../../components/section.tsx';
import { useLoaded } from '../../components/use-load.ts';
import { FIELD_KEYS } from '../../keys/key-tables.ts';
import { usePageKeys } from '../../keys/page-keys.ts';
import { useSettings, useVoices } from '../../stores/settings-store.ts';
import { formatWhen } from '../../text/format.ts';

export function SpeakersSection() {
  const voices = useLoaded(useVoices);
  const recognition = useSettings((state) => state.settings?.speaker_recognition ?? true);
  const remembering = useSettings((state) => state.settings?.remember_voices ?? false);
  return (
    <>
      <p className="text-soft">
        Steno can remember how the people you name sound, as a voiceprint on this computer. Removing
        a name from a transcript also forgets its voice.
      </p>
      <Checkbox
        checked={remembering}
        onChange={(checked) => void useSettings.update({ remember_voices: checked })}
      >
        Remember the voices of speakers I name
      </Checkbox>
      <Checkbox
        checked={recognition}
        onChange={(checked) => void useSettings.update({ speaker_recognition: checked })}
      >
        Name known voices in new recordings
      </Checkbox>
      <Section title="Known voices">
        <Rows
          label="Known voices"
          items={voices}
          empty={
            remembering
              ? 'Nobody yet. Name a speaker in one of your transcripts.'
              : 'Nobody. Voices are not remembered.'
          }
        >
          {(voice) => <VoiceRow key={voice.id} voice={voice} />}
        </Rows>
      </Section>
    </>
  );
}

/** Whose memory a voice is in; none is named for the user's own. */
const MEMORIES: Record<string, string> = { live: '', test: ' · known to test keys only' };

function VoiceRow({ voice }: { voice: Voice }) {
  const [renaming, setRenaming] = useState(false);
  const [wasRenaming, setWasRenaming] = useState(false);
  const close = () => {
    setRenaming(false);
    setWasRenaming(true);
  };
  if (renaming) return <RenameForm voice={voice} onDone={close} />;
  const memory = MEMORIES[voice.memory] ?? ' · known to an API key only';
  const heard = `Last heard: ${formatWhen(voice.updated_at, new Date())}`;
  return (
    <Row title={voice.name} lines={[`${heard} · ${speechLength(voice.speech_seconds)}${memory}`]}>
      <IconButton
        icon={Pencil}
        label={`Rename ${voice.name}`}
        tip="Rename"
        // The button that opened the field has the focus again.
        autoFocus={wasRenaming}
        onClick={() => setRenaming(true)}
      />
      <ConfirmDialog
        trigger={<IconButton icon={Trash2} label={`Forget ${voice.name}`} tip="Forget" />}
        title={`Forget the voice of ${voice.name}?`}
        description="New recordings no longer get this name automatically. Names in transcripts stay."
        action="Forget"
        onConfirm={() => void useVoices.change(() => client.forgetVoice(voice.id))}
      />
    </Row>
  );
}

function RenameForm({ voice, onDone }: { voice: Voice; onDone: () => void }) {
  const [name, setName] = useState(voice.name);
  const form = useRef<HTMLFormElement>(null);
  const rename = () => client.renameVoice(voice.id, { name: name.trim() });
  usePageKeys(FIELD_KEYS, { cancel: onDone }, { within: form });
  return (
    <li className="flex min-h-15 items-center py-2 pr-3 pl-4">
      <Form
        ref={form}
        className="flex flex-1 items-center gap-2"
        onSubmit={() => useVoices.change(rename).then((isDone) => isDone && onDone())}
      >
        <input
          aria-label={`Name of ${voice.name}`}
          ref={(input) => input?.focus()}
          required
          pattern=".*\S.*"
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.target.value)}
          className="field h-9 min-w-0 flex-1 px-3 text-sm"
        />
        <Button type="submit">Save</Button>
        <Button onClick={onDone}>Cancel</Button>
      </Form>
    </li>
  );
}

function speechLength(seconds: number): string {
  return seconds < 90 ? `${seconds} s of speech` : `${Math.round(seconds / 60)} min of speech`;
}
