import { Checkbox } from '../../components/checkbox.tsx';
import { Section } from '../../components/section.tsx';
import { useLoad } from '../../components/use-load.ts';
import { useVoices } from '../../stores/settings/voice-store.ts';
import { useSettings } from '../../stores/settings-store.ts';
import { VoiceRow } from './voice-row.tsx';

/** The people Steno knows by their voice. */
export function SpeakersSection() {
  const { voices, load } = useVoices();
  const recognition = useSettings((state) => state.settings?.speaker_recognition ?? true);
  const remembering = useSettings((state) => state.settings?.remember_voices ?? false);
  const update = useSettings((state) => state.update);
  useLoad(load);
  return (
    <>
      <p className="text-soft">
        Steno can remember how the people you name sound, as a row of numbers on this computer.
        Taking a name back in a transcript takes back what was remembered with it.
      </p>
      <Checkbox
        checked={remembering}
        onChange={(checked) => void update({ remember_voices: checked })}
      >
        Remember the voices of speakers I name
      </Checkbox>
      <Checkbox
        checked={recognition}
        onChange={(checked) => void update({ speaker_recognition: checked })}
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
          <ul
            aria-label="Known voices"
            className="divide-y divide-line rounded-xl border border-line bg-panel shadow-panel"
          >
            {voices.map((voice) => (
              <VoiceRow key={voice.id} voice={voice} />
            ))}
          </ul>
        )}
      </Section>
    </>
  );
}
