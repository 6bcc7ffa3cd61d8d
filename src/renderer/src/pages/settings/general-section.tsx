import { DEFAULT_SETTINGS, type Settings } from '../../../../shared/settings.ts';
import { Checkbox } from '../../components/checkbox.tsx';
import { Section } from '../../components/section.tsx';
import { Choice } from '../../components/select.tsx';
import { useSettings } from '../../stores/settings-store.ts';
import { languageName } from '../../text/format.ts';
import { languageChoices } from '../../text/languages.ts';

const APPEARANCES: readonly (readonly [Settings['appearance'], string])[] = [
  ['system', 'System'],
  ['light', 'Light'],
  ['dark', 'Dark'],
];
const LANGUAGES = [[null, 'Detect'] as const, ...languageChoices()];

export function GeneralSection() {
  const settings = useSettings((state) => state.settings ?? DEFAULT_SETTINGS);
  return (
    <>
      <Section title="Window">
        <Choice
          label="Appearance"
          value={settings.appearance}
          onChange={(appearance) => void useSettings.update({ appearance })}
          options={APPEARANCES}
        />
      </Section>
      <Section title="Language of recordings">
        <Choice
          label="Spoken language"
          value={settings.language}
          onChange={(language) => void useSettings.update({ language })}
          options={LANGUAGES}
        />
        <p className="text-sm text-soft">
          {settings.language === null
            ? 'Detected from what is said. Choose one if all your recordings are in it.'
            : `Every recording is taken to be in ${languageName(settings.language)}, unless you choose another language when you add it.`}
        </p>
      </Section>
      <Section title="Correcting">
        <Checkbox
          checked={settings.pause_while_writing}
          onChange={(checked) => void useSettings.update({ pause_while_writing: checked })}
        >
          Pause the recording while I write, and go on a little earlier
        </Checkbox>
      </Section>
      {window.steno && (
        <Section title="Startup">
          <Checkbox
            checked={settings.open_at_login}
            onChange={(checked) => void useSettings.update({ open_at_login: checked })}
          >
            Start Steno in the background when you sign in
          </Checkbox>
        </Section>
      )}
    </>
  );
}
