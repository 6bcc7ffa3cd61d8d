import { type SubmitEvent, useId, useState } from 'react';
import { type LlmSettings, reachOf } from '../../../../../../shared/llm.ts';
import type { Translation } from '../../../../../../shared/subtitles/translations.ts';
import { Button } from '../../../../components/button.tsx';
import { Dialog } from '../../../../components/dialogs/dialog.tsx';
import { Select } from '../../../../components/select/select.tsx';
import { useTranslations } from '../../../../stores/transcript/translation-store.ts';
import { languageName } from '../../../../text/format.ts';
import { languageChoices } from '../../../../text/languages.ts';

type TranslateDialogProps = {
  open: boolean;
  /** The language of the text. */
  original: string;
  llm: LlmSettings;
  translations: readonly Translation[];
  onClose: () => void;
};

/** Asks into which language the subtitles are to be translated, and says who does it. */
export function TranslateDialog({ open, onClose, ...props }: TranslateDialogProps) {
  return (
    <Dialog open={open} title="Translate the subtitles" onClose={onClose}>
      <TranslateForm {...props} onDone={onClose} />
    </Dialog>
  );
}

type TranslateFormProps = Omit<TranslateDialogProps, 'open' | 'onClose'> & { onDone: () => void };

function TranslateForm({ original, llm, translations, onDone }: TranslateFormProps) {
  const [language, setLanguage] = useState<string>(() => firstChoice(original));
  const request = useTranslations((state) => state.request);
  const id = useId();
  const before = translations.find((one) => one.language === language);
  const isUnderWay = before?.status === 'queued' || before?.status === 'translating';
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void request(language);
    onDone();
  };
  return (
    <form onSubmit={submit} className="space-y-4 text-sm">
      <div className="space-y-1.5">
        <label htmlFor={id} className="block font-medium">
          Into
        </label>
        <Select
          id={id}
          value={language}
          onChange={setLanguage}
          options={languageChoices().filter(([code]) => code !== original)}
          placeholder="Choose a language"
          className="w-full"
        />
      </div>
      <p className="min-h-10 text-soft wrap-anywhere">
        {llm.model} translates them one by one; their times stay. {sentTo(llm.base_url)}
      </p>
      <div className="flex items-center justify-end gap-2">
        {before?.finished && !isUnderWay && (
          <p className="mr-auto text-soft">
            Takes the place of the one in {languageName(language)}.
          </p>
        )}
        <Button onClick={onDone}>Cancel</Button>
        <Button look="primary" type="submit" disabled={language === '' || isUnderWay}>
          Translate
        </Button>
      </div>
    </form>
  );
}

/** The language of the browser, unless the text is in it. */
function firstChoice(original: string): string {
  const [own = ''] = navigator.language.split('-');
  const known = languageChoices().some(([code]) => code === own);
  return known && own !== original ? own : '';
}

function sentTo(address: string): string {
  if (reachOf(address) === 'machine') return 'Nothing leaves this machine.';
  return `The text is sent to ${URL.parse(address)?.host ?? address}.`;
}
