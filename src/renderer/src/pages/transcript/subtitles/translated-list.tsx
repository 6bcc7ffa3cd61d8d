import { useMemo } from 'react';
import {
  type ScriptProfile,
  scriptProfile,
} from '../../../../../shared/subtitles/script-profile.ts';
import { type Cue, SubtitleOptions } from '../../../../../shared/subtitles/subtitle-options.ts';
import { layOutTranslation } from '../../../../../shared/subtitles/translated-cues.ts';
import type { TranslatedCue } from '../../../../../shared/subtitles/translations.ts';
import { Loading } from '../../../components/loading.tsx';
import { VirtualRows } from '../../../components/virtual-rows.tsx';
import { useExport } from '../../../stores/transcript/export-store.ts';
import { useTranslations } from '../../../stores/transcript/translation-store.ts';
import { CueButton } from './cue-button.tsx';
import { charactersASecond } from './cue-limits.ts';
import { CueScreen } from './current-cue.tsx';
import { useCueList } from './use-cue-list.ts';

type TranslatedListProps = {
  cues: readonly Cue[];
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
  const { startMs, endMs } = cue;
  const speed = charactersASecond({ startMs, endMs, text: both.text }, profile);
  return (
    <CueButton
      {...{ cue, language, current, speed }}
      trouble={both.too_long && <span className="block">too long</span>}
    >
      <span dir="auto" className="block text-start text-sm text-soft">
        {both.original.replaceAll('\n', ' ')}
      </span>
    </CueButton>
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
