import { DEFAULT_SETTINGS } from '../../../../../shared/settings.ts';
import { Section } from '../../../components/section.tsx';
import { useSettings } from '../../../stores/settings-store.ts';
import { Spellings } from './spellings.tsx';
import { TermsForm } from './terms-form.tsx';

export function VocabularySection() {
  const { vocabulary, spelling } = useSettings((state) => state.settings ?? DEFAULT_SETTINGS);
  return (
    <>
      <p className="text-soft">
        For every recording that is transcribed from now on; a project can have its own, which come
        first. What was heard stays beside the text: see “Compare with original” in a transcript.
      </p>
      <Section title="Names and terms">
        <TermsForm
          terms={vocabulary}
          onSave={(terms) => useSettings.tryUpdate({ vocabulary: terms })}
        />
      </Section>
      <Section title="Spellings">
        <Spellings list={spelling} onSave={(list) => useSettings.tryUpdate({ spelling: list })} />
      </Section>
    </>
  );
}
