import { DETECT } from '../../../shared/languages.ts';
import { useInstalledModels } from '../stores/model-store.ts';
import { languageName } from '../text/format.ts';
import { languageChoices } from '../text/languages.ts';
import { Choice } from './select.tsx';

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
      value={value === DETECT && language === null ? null : value}
      onChange={onChange}
      options={[
        [null, language === null ? 'Detect' : `As in ${from}: ${languageName(language)}`],
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
  const list = useInstalledModels((state) => state.models);
  const isLoaded = list !== null;
  const models = list?.data ?? [];
  const usual = models.find((model) => model.default);
  const unknown = isLoaded ? 'No model yet' : 'The one in use';
  const inUse = usual ? `${usual.name} (in use)` : unknown;
  const isGone = isLoaded && value !== null && !models.some(({ name }) => name === value);
  return (
    <Choice
      label="Model"
      className="w-52"
      value={isLoaded ? value : null}
      onChange={onChange}
      options={[
        [null, ofProject === null ? inUse : `As in the project: ${ofProject}`],
        ...models.flatMap(({ name, trust }) =>
          trust === 'unknown' ? [] : [[name, name] as const],
        ),
        ...(isGone ? [[value, `${value} (removed)`] as const] : []),
      ]}
    />
  );
}
