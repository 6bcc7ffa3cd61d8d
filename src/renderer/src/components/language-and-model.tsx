import { DETECT } from '../../../shared/languages.ts';
import { useService } from '../stores/service-store.ts';
import { languageName } from '../text/format.ts';
import { languageChoices } from '../text/languages.ts';
import { Choice } from './choice.tsx';

/** Stands for what the project or the settings say, or for automatic detection. */
const USUAL = 'usual';
const LANGUAGES = languageChoices();

type LanguageChoiceProps = {
  value: string | null;
  /** What `null` means: the language there, or that it is detected. */
  usual: { language: string | null; from: 'Settings' | 'the project' };
  /** Whether it can be detected although another language is usual. */
  canDetect?: boolean;
  onChange: (language: string | null) => void;
};

/** The language that is spoken in recordings, or `null` for the usual one. */
export function LanguageChoice({ value, usual, canDetect = false, onChange }: LanguageChoiceProps) {
  const { language, from } = usual;
  return (
    <Choice
      label="Spoken language"
      className="w-52"
      value={(value === DETECT && language === null ? null : value) ?? USUAL}
      onChange={(code) => onChange(code === USUAL ? null : code)}
      options={[
        [USUAL, language === null ? 'Detect' : `As in ${from}: ${languageName(language)}`],
        ...(language === null || !canDetect ? [] : [[DETECT, 'Detect'] as const]),
        ...LANGUAGES,
      ]}
    />
  );
}

type ModelChoiceProps = {
  value: string | null;
  /** The model of the project, if it has one that is there. */
  ofProject?: string | null;
  onChange: (model: string | null) => void;
};

/** The model that recordings are transcribed with, or `null` for the usual one. */
export function ModelChoice({ value, ofProject = null, onChange }: ModelChoiceProps) {
  const models = useService((state) => state.models?.data) ?? [];
  const usual = models.find((model) => model.default);
  const inUse = usual ? `${usual.name} (in use)` : 'The one in use';
  const isLoaded = models.length > 0;
  const isGone = isLoaded && value !== null && !models.some(({ name }) => name === value);
  return (
    <Choice
      label="Model"
      className="w-52"
      value={value === null || !isLoaded ? USUAL : value}
      onChange={(name) => onChange(name === USUAL ? null : name)}
      options={[
        [USUAL, ofProject === null ? inUse : `As in the project: ${ofProject}`],
        ...models.flatMap(({ name, trust }) =>
          trust === 'unknown' ? [] : [[name, name] as const],
        ),
        ...(isGone ? [[value, `${value} (removed)`] as const] : []),
      ]}
    />
  );
}
