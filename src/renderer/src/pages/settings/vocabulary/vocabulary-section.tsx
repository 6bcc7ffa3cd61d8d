import { Section } from '../../../components/section.tsx';
import { Spellings } from './spellings.tsx';
import { TermsForm } from './terms-form.tsx';

/** Names, terms and spellings for every recording. */
export function VocabularySection() {
  return (
    <>
      <p className="text-soft">
        For every recording that is transcribed from now on. What was heard stays beside the text:
        see “Compare with original” in a transcript.
      </p>
      <Section title="Names and terms">
        <TermsForm setting="vocabulary" />
      </Section>
      <Section title="Spellings">
        <Spellings setting="spelling" />
      </Section>
    </>
  );
}
