import { Languages, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { type LlmSettings, reachOf } from '../../../../../shared/llm.ts';
import { type Translation, textLanguage } from '../../../../../shared/subtitles/translations.ts';
import type { Transcription } from '../../../../../shared/transcription/transcription.ts';
import { Button } from '../../../components/button.tsx';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import { Form } from '../../../components/form.tsx';
import { IconButton } from '../../../components/icon-button.tsx';
import { TextLink } from '../../../components/link.tsx';
import { Choice, Select } from '../../../components/select.tsx';
import { useSettings } from '../../../stores/settings-store.ts';
import { useTranslations } from '../../../stores/transcript/translation-store.ts';
import { languageName } from '../../../text/format.ts';
import { languageChoices } from '../../../text/languages.ts';
import { TranslationState } from './translation-state.tsx';

/** In which language the subtitles are looked at, and how to have them in another one. */
export function TranslationBar({ transcription }: { transcription: Transcription }) {
  const { id, revision } = transcription;
  const original = textLanguage(transcription);
  const llm = useSettings((state) => state.settings?.llm ?? null);
  const isKnown = useSettings((state) => state.settings !== null);
  const translations = useTranslations((state) => (state.id === id ? state.translations : NONE));
  const [asking, setAsking] = useState(false);
  const close = () => setAsking(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an edit may leave a translation out of date.
  useEffect(() => void useTranslations.load(id), [id, revision]);

  if (translations.length === 0 && llm === null) {
    return (
      <p className="mb-3 min-h-6 text-sm text-soft">
        {isKnown && (
          <>
            To translate subtitles, set up a language model in{' '}
            <TextLink href="/settings/language-model">Settings</TextLink>.
          </>
        )}
      </p>
    );
  }
  return (
    <div className="mb-3 space-y-2 text-sm">
      <div className="flex min-h-9 flex-wrap items-center gap-2">
        {llm !== null && (
          <Button icon={Languages} onClick={() => setAsking(true)}>
            Translate…
          </Button>
        )}
        <ShownLanguage original={original} />
      </div>
      {translations.map((translation) => (
        <TranslationState
          key={translation.language}
          translation={translation}
          canTranslate={llm !== null}
        />
      ))}
      {llm !== null && (
        <Dialog open={asking} title="Translate the subtitles" onClose={close}>
          <TranslateForm {...{ original, llm, translations }} onDone={close} />
        </Dialog>
      )}
    </div>
  );
}

const NONE: [] = [];

/** One of the finished languages; nothing to choose from where there is none. */
function ShownLanguage({ original }: { original: string }) {
  const translations = useTranslations((state) => state.translations);
  const shown = useTranslations((state) => state.shown);
  const finished = translations.filter((one) => one.finished !== null);
  if (finished.length === 0) return null;
  const state = finished.find(({ language }) => language === shown);
  const isStill = state?.status === 'completed';
  return (
    <>
      <Select
        label="Language of the subtitles"
        value={shown}
        onChange={(language) => void useTranslations.show(language)}
        options={[
          [null, `${languageName(original)} (original)`],
          ...finished.map(({ language }) => [language, languageName(language)] as const),
        ]}
        className="w-40 sm:w-52"
      />
      {shown !== null && isStill && (
        <ConfirmDialog
          trigger={
            <IconButton
              icon={Trash2}
              label={`Remove the translation into ${languageName(shown)}`}
              tip="Remove"
            />
          }
          title={`Remove the translation into ${languageName(shown)}?`}
          description="The text and its own subtitles stay. To get the translation back, translate again."
          action="Remove"
          onConfirm={() => void useTranslations.remove(shown)}
        />
      )}
    </>
  );
}

type TranslateFormProps = {
  original: string;
  llm: LlmSettings;
  translations: readonly Translation[];
  onDone: () => void;
};

/** Asks into which language the subtitles are to be translated, and says who does it. */
function TranslateForm({ original, llm, translations, onDone }: TranslateFormProps) {
  const [language, setLanguage] = useState<string>(() => firstChoice(original));
  const before = translations.find((one) => one.language === language);
  const isUnderWay = before?.status === 'queued' || before?.status === 'translating';
  const submit = () => {
    void useTranslations.request(language);
    onDone();
  };
  return (
    <Form onSubmit={submit} className="space-y-4 text-sm">
      <Choice
        label="Into"
        value={language}
        onChange={setLanguage}
        options={languageChoices().filter(([code]) => code !== original)}
        placeholder="Choose a language"
        className="w-full"
      />
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
    </Form>
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
