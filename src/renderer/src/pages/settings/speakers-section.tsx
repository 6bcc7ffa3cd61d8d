import { useEffect } from 'react';
import { Section } from '../../components/section.tsx';
import { useSettings } from '../../stores/settings-store.ts';
import { useVoices } from '../../stores/voice-store.ts';
import { VoiceRow } from './voice-row.tsx';

/** The people Steno knows by their voice. */
export function SpeakersSection() {
  const { voices, load } = useVoices();
  const recognition = useSettings((state) => state.settings?.speaker_recognition ?? true);
  const update = useSettings((state) => state.update);
  useEffect(() => {
    void load();
  }, [load]);
  return (
    <>
      <p className="text-soft">
        When you name a speaker in a transcript, Steno remembers how the voice sounds, as a row of
        numbers on this computer.
      </p>
      <label className="flex items-center gap-2 text-sm">
        <input
          type="checkbox"
          checked={recognition}
          onChange={(event) => void update({ speaker_recognition: event.target.checked })}
          className="size-4 accent-accent"
        />
        Give known voices their names in new recordings
      </label>
      <Section title="Known voices">
        {voices?.length === 0 && (
          <p className="text-sm text-soft">
            Nobody yet. Name a speaker in one of your transcripts.
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
