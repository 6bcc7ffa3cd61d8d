import { X } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Form } from '../../../components/form.tsx';
import { IconButton } from '../../../components/icon-button.tsx';
import { Section } from '../../../components/section.tsx';
import { Choice } from '../../../components/select.tsx';
import { useInstalledModels } from '../../../stores/model-store.ts';
import { useSettings } from '../../../stores/settings-store.ts';
import { languageName } from '../../../text/format.ts';
import { languageChoices } from '../../../text/languages.ts';

const LANGUAGES = languageChoices();
const NONE: Readonly<Record<string, string>> = {};

/** Models for recordings whose language is given, such as an English-only one. */
export function LanguageModels() {
  const chosen = useSettings((state) => state.settings?.language_models ?? NONE);
  const forget = (code: string) => {
    const { [code]: _gone, ...others } = chosen;
    void useSettings.update({ language_models: others });
  };
  return (
    <Section title="Models for one language">
      <p className="text-sm text-soft">
        When the language of a recording is set, a different model can be used for it.
      </p>
      <ul className="space-y-1" aria-label="Models for one language">
        {Object.entries(chosen).map(([code, model]) => (
          <li key={code} className="flex items-center gap-2 text-sm">
            <span className="font-medium">{languageName(code)}</span>
            <span className="text-soft">{model}</span>
            <IconButton
              icon={X}
              label={`Remove the model for ${languageName(code)}`}
              tip="Remove"
              onClick={() => forget(code)}
            />
          </li>
        ))}
      </ul>
      <AddLanguage
        onAdd={(code, model) =>
          void useSettings.update({ language_models: { ...chosen, [code]: model } })
        }
      />
    </Section>
  );
}

function AddLanguage({ onAdd }: { onAdd: (code: string, model: string) => void }) {
  const models = useInstalledModels((state) => state.models?.data) ?? [];
  const [code, setCode] = useState('');
  const [model, setModel] = useState('');
  const submit = () => {
    onAdd(code, model);
    setCode('');
  };
  return (
    <Form onSubmit={submit} className="flex flex-wrap items-end gap-3">
      <Choice
        label="Language"
        placeholder="Choose"
        value={code}
        onChange={setCode}
        options={LANGUAGES}
      />
      <Choice
        label="Model"
        placeholder="Choose"
        value={model}
        onChange={setModel}
        options={models.map(({ name }) => [name, name])}
      />
      <Button type="submit" disabled={!code || !model}>
        Add
      </Button>
    </Form>
  );
}
