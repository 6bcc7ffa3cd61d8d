import { X } from 'lucide-react';
import type { Translation } from '../../../../../shared/subtitles/translations.ts';
import { Button } from '../../../components/button.tsx';
import { IconButton } from '../../../components/icon-button.tsx';
import { ProgressBar } from '../../../components/progress-bar.tsx';
import { useTranslations } from '../../../stores/transcript/translation-store.ts';
import { explain } from '../../../text/error-advice.ts';
import { formatProgress, languageName } from '../../../text/format.ts';

type TranslationStateProps = {
  translation: Translation;
  canTranslate: boolean;
};

/** How far a translation is, why it failed, or what is to be known about it. */
export function TranslationState({ translation, canTranslate }: TranslationStateProps) {
  const { language, status } = translation;
  const shown = useTranslations((state) => state.shown);
  const ready = useTranslations((state) => state.ready);
  if (status === 'queued' || status === 'translating')
    return <UnderWay translation={translation} />;
  if (status === 'failed') return <Failed {...{ translation, canTranslate }} />;
  if (shown === language) return <Finished {...{ translation, canTranslate }} />;
  return ready === language ? <Ready language={language} /> : null;
}

/** One that was waited for: the choice beside it would not be noticed. */
function Ready({ language }: Pick<Translation, 'language'>) {
  const name = languageName(language);
  return (
    <div className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-2">
      <p role="status" className="text-soft">
        The translation into {name} is finished.
      </p>
      <Button onClick={() => useTranslations.show(language)}>Show {name}</Button>
    </div>
  );
}

function UnderWay({ translation: { language, status, progress } }: { translation: Translation }) {
  const name = languageName(language);
  const percent = formatProgress(progress);
  return (
    <div className="flex max-w-96 items-center gap-1">
      <div className="min-w-0 flex-1 space-y-1.5">
        <p className="text-soft tabular-nums">
          {status === 'queued' ? `${name} waits` : `Translating into ${name}, ${percent}`}
        </p>
        <ProgressBar value={progress} label={`Translation into ${name}`} />
      </div>
      <IconButton
        icon={X}
        label={`Cancel the translation into ${name}`}
        tip="Cancel"
        onClick={() => useTranslations.cancel(language)}
      />
    </div>
  );
}

function Failed({ translation, canTranslate }: TranslationStateProps) {
  const { language, error, progress } = translation;
  const name = languageName(language);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <p role="alert" className="min-w-0 flex-1 basis-72 text-danger wrap-anywhere">
        {name}: {error && explain(error)}
      </p>
      {canTranslate && (
        <Button onClick={() => useTranslations.request(language)}>
          {progress > 0 ? 'Go on' : 'Try again'}
          <span className="sr-only"> with {name}</span>
        </Button>
      )}
      <IconButton
        icon={X}
        label={`Give up the translation into ${name}`}
        tip="Give up"
        onClick={() => useTranslations.cancel(language)}
      />
    </div>
  );
}

function Finished({ translation, canTranslate }: TranslationStateProps) {
  const { language, finished, model } = translation;
  if (!finished) return null;
  const { too_long: long, outdated } = finished;
  return (
    <div className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-2">
      <p role="status" className={`wrap-anywhere ${outdated ? 'text-doubt' : 'text-soft'}`}>
        {outdated
          ? 'The text or its subtitles were edited since this translation.'
          : `Translated by ${model}. ${LONG(long)}`}
      </p>
      {outdated && canTranslate && (
        <Button onClick={() => useTranslations.request(language)}>Translate again</Button>
      )}
    </div>
  );
}

const LONG = (count: number) => {
  if (count === 0) return 'Have it read by somebody who knows the language before you rely on it.';
  const subtitles = count === 1 ? '1 subtitle is' : `${count} subtitles are`;
  return `${subtitles} too long to be read in time.`;
};
