import { useMemo } from 'react';
import {
  type ScriptProfile,
  scriptProfile,
} from '../../../../../shared/subtitles/script-profile.ts';
import { type Cue, SubtitleOptions } from '../../../../../shared/subtitles/subtitle-options.ts';
import { layOutTranslation } from '../../../../../shared/subtitles/translated-cues.ts';
import type { TranslatedCue } from '../../../../../shared/subtitles/translations.ts';
import { formatClock } from '../../../../../shared/time.ts';
import { Loading } from '../../../components/loading.tsx';
import { VirtualRows } from '../../../components/virtual-rows.tsx';
import { useExport } from '../../../stores/transcript/export-store.ts';
import { usePlayer } from '../../../stores/transcript/player-store.ts';
import { useTranslations } from '../../../stores/transcript/translation-store.ts';
import { charactersASecond } from './cue-limits.ts';
import { CueScreen } from './current-cue.tsx';
import { useCueList } from './use-cue-list.ts';

type TranslatedListProps = {
  cues: readonly Cue[];
  /** Whether the cues are shown over a picture. */
  picture: boolean;
};

/** The subtitles in another language, each with what was said. Press one to play it. */
export function TranslatedList({ cues, picture }: TranslatedListProps) {
  const language = useTranslations((state) => state.shown) ?? 'en';
  const known = useTranslations((state) => state.cues);
  const { current, list, virtualizer } = useCueList(cues);
  const profile = scriptProfile(language);
  if (known === null) return <Loading />;
  return (
    <>
      {!picture && <CueScreen cues={cues} />}
      <VirtualRows ref={list} virtualizer={virtualizer}>
        {(index) => {
          const [cue, both] = [cues[index], known[index]];
          return (
            cue &&
            both && (
              <TranslatedRow {...{ cue, both, language, profile }} current={index === current} />
            )
          );
        }}
      </VirtualRows>
    </>
  );
}

type TranslatedRowProps = {
  cue: Cue;
  both: TranslatedCue;
  language: string;
  profile: ScriptProfile;
  current: boolean;
};

function TranslatedRow({ cue, both, language, profile, current }: TranslatedRowProps) {
  const { startMs, endMs, lines, label } = cue;
  const speed = charactersASecond({ startMs, endMs, text: both.text }, profile);
  return (
    <button
      type="button"
      aria-current={current || undefined}
      onClick={() => usePlayer.seek(startMs)}
      className="flex w-full flex-wrap gap-x-4 rounded-md px-2 py-1.5 text-left hover:bg-raised aria-[current=true]:bg-accent-wash sm:flex-nowrap"
    >
      <span className="w-14 shrink-0 text-sm leading-6 text-soft tabular-nums">
        {formatClock(startMs)}
      </span>
      <span className="min-w-0 wrap-anywhere max-sm:order-last max-sm:w-full sm:flex-1">
        <span dir="auto" lang={language} className="block text-start whitespace-pre-line">
          {label && <bdi className="text-soft">{label}:</bdi>}
          {label && ' '}
          {lines.join('\n')}
        </span>
        <span dir="auto" className="block text-start text-sm text-soft">
          {both.original.replaceAll('\n', ' ')}
        </span>
      </span>
      <span
        className={`shrink-0 text-right text-sm leading-6 tabular-nums max-sm:ml-auto sm:w-24 ${both.too_long ? 'text-danger' : 'text-soft'}`}
      >
        {speed} char/s{both.too_long && <span className="block">too long</span>}
      </span>
    </button>
  );
}

/** The subtitles in the language that is looked at, as they would be exported; `null` for the original. */
export function useTranslatedCues(id: string, original: string): readonly Cue[] | null {
  const language = useTranslations((state) => (state.id === id ? state.shown : null));
  const cues = useTranslations((state) => state.cues);
  const { max_chars_per_line, max_lines, speakers } = useExport((state) => state.choice);
  return useMemo(() => {
    if (language === null) return null;
    const options = SubtitleOptions.parse({ max_chars_per_line, max_lines, speakers });
    const languages = { original, translation: language };
    return layOutTranslation(cues ?? [], languages, { ...options, bilingual: false });
  }, [language, cues, original, max_chars_per_line, max_lines, speakers]);
}
