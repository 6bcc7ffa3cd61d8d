import { LANGUAGES } from '../../../../shared/languages.ts';
import { DEFAULT_SETTINGS, type Settings } from '../../../../shared/settings.ts';
import { Checkbox } from '../../components/checkbox.tsx';
import { Choice } from '../../components/choice.tsx';
import { Section } from '../../components/section.tsx';
import { useSettings } from '../../stores/settings-store.ts';
import { languageName } from '../../text/format.ts';

const APPEARANCES: readonly (readonly [Settings['appearance'], string])[] = [
  ['system', 'Like the system'],
  ['light', 'Light'],
  ['dark', 'Dark'],
];
const DETECT = 'detect';

export function GeneralSection() {
  const settings = useSettings((state) => state.settings ?? DEFAULT_SETTINGS);
  const update = useSettings((state) => state.update);
  return (
    <>
      <Section title="Appearance">
        <Choice
          label="The window is"
          value={settings.appearance}
          onChange={(appearance) => void update({ appearance })}
          options={APPEARANCES}
        />
      </Section>
      <Section title="Language of recordings">
        <Choice
          label="Spoken language"
          value={settings.language ?? DETECT}
          onChange={(code) => void update({ language: code === DETECT ? null : code })}
          options={languages()}
        />
        <p className="text-sm text-soft">
          Detected from what is said. Choose one if all your recordings are in it.
        </p>
      </Section>
      <Section title="Correcting">
        <Checkbox
          checked={settings.pause_while_writing}
          onChange={(checked) => void update({ pause_while_writing: checked })}
        >
          Pause the recording while I write, and go on a little earlier
        </Checkbox>
      </Section>
      {window.steno && (
        <Section title="At login">
          <Checkbox
            checked={settings.open_at_login}
            onChange={(checked) => void update({ open_at_login: checked })}
          >
            Start Steno in the background when you sign in
          </Checkbox>
        </Section>
      )}
    </>
  );
}

/** By name, after the wish to have it detected. */
function languages(): (readonly [string, string])[] {
  const named = LANGUAGES.map((code) => [code, languageName(code)] as const);
  return [[DETECT, 'Detect'], ...named.toSorted((a, b) => a[1].localeCompare(b[1]))];
}
