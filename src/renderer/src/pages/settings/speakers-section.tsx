import { Pencil, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Voice } from '../../../../shared/transcription/speakers.ts';
import { Button } from '../../components/button.tsx';
import { Checkbox } from '../../components/checkbox.tsx';
import { ConfirmDialog } from '../../components/dialogs/confirm-dialog.tsx';
import { Form } from '../../components/form.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { Section } from '../../components/section.tsx';
import { useLoad } from '../../components/use-load.ts';
import { FIELD_KEYS } from '../../keys/key-tables.ts';
import { usePageKeys } from '../../keys/page-keys.ts';
import { useSettings } from '../../stores/settings-store.ts';
import { forgetVoice, renameVoice, useVoices } from '../../stores/settings-store.ts';
import { formatWhen } from '../../text/format.ts';

/** The people Steno knows by their voice. */
export function SpeakersSection() {
  const { value: voices } = useVoices();
  const recognition = useSettings((state) => state.settings?.speaker_recognition ?? true);
  const remembering = useSettings((state) => state.settings?.remember_voices ?? false);
  useLoad(useVoices.load);
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
        {voices?.length === 0 && (
          <p className="text-sm text-soft">
            {remembering
              ? 'Nobody yet. Name a speaker in one of your transcripts.'
              : 'Nobody. Voices are not remembered.'}
          </p>
        )}
        {voices !== null && voices.length > 0 && (
          <ul aria-label="Known voices" className="rows">
            {voices.map((voice) => (
              <VoiceRow key={voice.id} voice={voice} />
            ))}
          </ul>
        )}
      </Section>
    </>
  );
}

/** Whose memory a voice is in; none is named for the user's own. */
const MEMORIES: Record<string, string> = { live: '', test: ' · known to test keys only' };

function VoiceRow({ voice }: { voice: Voice }) {
  const [renaming, setRenaming] = useState(false);
  if (renaming) return <RenameForm voice={voice} onDone={() => setRenaming(false)} />;
  return (
    <li className="flex min-h-15 items-center gap-2 py-2 pr-3 pl-4">
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">{voice.name}</p>
        <p className="text-sm text-soft">
          Last heard: {formatWhen(voice.updated_at, new Date())} ·{' '}
          {speechLength(voice.speech_seconds)}
          {MEMORIES[voice.memory] ?? ' · known to an API key only'}
        </p>
      </div>
      <IconButton
        icon={Pencil}
        label={`Rename ${voice.name}`}
        tip="Rename"
        onClick={() => setRenaming(true)}
      />
      <ConfirmDialog
        trigger={<IconButton icon={Trash2} label={`Forget ${voice.name}`} tip="Forget" />}
        title={`Forget the voice of ${voice.name}?`}
        description="New recordings no longer get this name automatically. Names in transcripts stay."
        action="Forget"
        onConfirm={() => void forgetVoice(voice.id)}
      />
    </li>
  );
}

function RenameForm({ voice, onDone }: { voice: Voice; onDone: () => void }) {
  const [name, setName] = useState(voice.name);
  const form = useRef<HTMLFormElement>(null);
  usePageKeys(FIELD_KEYS, { cancel: onDone }, { within: form });
  return (
    <li className="flex min-h-15 items-center py-2 pr-3 pl-4">
      <Form
        ref={form}
        className="flex flex-1 items-center gap-2"
        onSubmit={() => renameVoice(voice.id, name.trim()).then(onDone)}
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
