import Languages from 'lucide-react/icons/languages';
import Trash2 from 'lucide-react/icons/trash-2';
import { useEffect, useState } from 'react';
import { textLanguage } from '../../../../../../shared/subtitles/translations.ts';
import type { Transcription } from '../../../../../../shared/transcription/transcription.ts';
import { Button } from '../../../../components/button.tsx';
import { ConfirmDialog } from '../../../../components/dialogs/confirm-dialog.tsx';
import { IconButton } from '../../../../components/icon-button.tsx';
import { Link } from '../../../../components/link.tsx';
import { Select } from '../../../../components/select/select.tsx';
import { useSettings } from '../../../../stores/settings-store.ts';
import { useCues } from '../../../../stores/transcript/cue-store.ts';
import { useTranslations } from '../../../../stores/transcript/translation-store.ts';
import { languageName } from '../../../../text/format.ts';
import { TranslateDialog } from './translate-dialog.tsx';
import { TranslationState } from './translation-state.tsx';

/** In which language the subtitles are looked at, and how to have them in another one. */
export function TranslationBar({ transcription }: { transcription: Transcription }) {
  const { id, revision } = transcription;
  const original = textLanguage(transcription);
  const llm = useSettings((state) => state.settings?.llm ?? null);
  const isKnown = useSettings((state) => state.settings !== null);
  const translations = useTranslations((state) => (state.id === id ? state.translations : NONE));
  const load = useTranslations((state) => state.load);
  const edits = useCues((state) => state.edits);
  const [asking, setAsking] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an edit may leave a translation out of date.
  useEffect(() => void load(id), [id, load, revision, edits]);

  if (translations.length === 0 && llm === null) {
    return (
      <p className="mb-3 min-h-6 text-sm text-soft">
        {isKnown && (
          <>
            To translate subtitles, set up a language model in{' '}
            <Link href="/settings/language-model" className="text-accent underline">
              Settings
            </Link>
            .
          </>
        )}
      </p>
    );
  }
  return (
    <div className="mb-3 space-y-2 text-sm">
      <div className="flex min-h-9 flex-wrap items-center gap-2">
        {llm !== null && (
          <Button onClick={() => setAsking(true)}>
            <Languages aria-hidden />
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
        <TranslateDialog
          open={asking}
          onClose={() => setAsking(false)}
          {...{ original, llm, translations }}
        />
      )}
    </div>
  );
}

const NONE: [] = [];

/** One of the finished languages; nothing to choose from where there is none. */
function ShownLanguage({ original }: { original: string }) {
  const translations = useTranslations((state) => state.translations);
  const shown = useTranslations((state) => state.shown);
  const { show, remove } = useTranslations.getState();
  const [removing, setRemoving] = useState(false);
  const finished = translations.filter((one) => one.finished !== null);
  if (finished.length === 0) return null;
  const state = finished.find(({ language }) => language === shown);
  const isStill = state?.status === 'completed';
  return (
    <>
      <Select
        label="Language of the subtitles"
        value={shown ?? original}
        onChange={(language) => void show(language === original ? null : language)}
        options={[
          [original, `${languageName(original)} (original)`],
          ...finished.map(({ language }) => [language, languageName(language)] as const),
        ]}
        className="w-40 sm:w-52"
      />
      {shown !== null && isStill && (
        <IconButton
          label={`Remove the translation into ${languageName(shown)}`}
          tip="Remove"
          onClick={() => setRemoving(true)}
        >
          <Trash2 aria-hidden />
        </IconButton>
      )}
      <ConfirmDialog
        open={removing && shown !== null}
        title={`Remove the translation into ${languageName(shown ?? original)}?`}
        description="The text and its own subtitles stay. To have the translation again, it must be made anew."
        action="Remove"
        onClose={() => setRemoving(false)}
        onConfirm={() => shown !== null && void remove(shown)}
      />
    </>
  );
}
