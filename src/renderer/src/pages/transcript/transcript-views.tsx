import { Tabs } from '@base-ui/react/tabs';
import { type RefObject, useMemo, useSyncExternalStore } from 'react';
import type { EditedCue } from '../../../../shared/subtitles/edited-cues.ts';
import type { Cue } from '../../../../shared/subtitles/subtitle-options.ts';
import { textLanguage } from '../../../../shared/subtitles/translations.ts';
import type { PlayableMedia } from '../../../../shared/transcription/playable-media.ts';
import { Button } from '../../components/button.tsx';
import type { TranscriptView } from '../../route.ts';
import type { Finished } from '../../stores/transcript/transcript-store.ts';
import { HighlightsPanel } from './highlights/highlights-panel.tsx';
import { MediaElement } from './player/media-element.tsx';
import { goToView } from './reading/go-to-text.ts';
import { LeftOut } from './reading/left-out.tsx';
import { Sidebar } from './reading/sidebar.tsx';
import { SummaryPanel } from './reading/summary-panel.tsx';
import { TermsPanel } from './reading/terms-panel.tsx';
import { toBlocks } from './reading/text-blocks.ts';
import { TranscriptText } from './reading/transcript-text.tsx';
import { SpeakersPanel } from './speakers/speakers-panel.tsx';
import { UncertainSpeakers } from './speakers/uncertain-speakers.tsx';
import { CueOverlay } from './subtitles/current-cue.tsx';
import { SubtitlesPanel } from './subtitles/subtitles-panel.tsx';
import { TranslatedList, useTranslatedCues } from './subtitles/translated-list.tsx';
import { TranslationBar } from './subtitles/translation-bar.tsx';

type TranscriptViewsProps = {
  transcription: Finished;
  tab: TranscriptView;
  /** The subtitles; none while they are not shown. */
  cues: readonly EditedCue[];
  ref: RefObject<HTMLDivElement | null>;
};

/** The views of a transcript, with the sidebar where there is room. */
export function TranscriptViews({ transcription, tab, cues, ref }: TranscriptViewsProps) {
  const { result } = transcription;
  const { segments, structured, media } = result;
  const translated = useTranslatedCues(transcription.id, textLanguage(transcription));
  const blocks = useMemo(() => toBlocks({ segments, structured }), [segments, structured]);
  const chapters = structured?.table_of_contents ?? [];
  const picture = media?.type.startsWith('video/') ?? false;
  const contents = chapters.length > 1;
  const wide = useMediaQuery('(width >= 96rem)');
  const parts = { picture, contents, subtitles: tab === 'subtitles' };
  return (
    <div
      ref={ref}
      className={`mt-5 short:mt-0 scroll-mt-[calc(var(--head)+--spacing(4))] gap-x-10 sidebar-size ${columns({ ...parts, side: picture || structured !== null })}`}
    >
      <Sidebar
        chapters={chapters}
        picture={
          media &&
          picture && <Picture media={media} cues={(parts.subtitles && translated) || cues} />
        }
      >
        {wide && structured && tab !== 'summary' && <SummaryPanel structured={structured} />}
      </Sidebar>
      <div className={`min-w-0 lg:col-start-1 lg:row-start-1 ${contents ? '2xl:col-start-2' : ''}`}>
        <Tabs.Panel value="read" tabIndex={-1}>
          <UncertainSpeakers id={transcription.id} diarization={result.diarization}>
            <Button onClick={() => goToView('speakers')}>Listen to the speakers</Button>
          </UncertainSpeakers>
          <TranscriptText blocks={blocks} segments={segments} />
          <LeftOut coverage={result.coverage} suppressed={result.suppressed} />
        </Tabs.Panel>
        {structured && (
          <>
            <Tabs.Panel value="summary">
              <SummaryPanel structured={structured} />
            </Tabs.Panel>
            <Tabs.Panel value="terms">
              <TermsPanel terms={structured.terms} />
            </Tabs.Panel>
          </>
        )}
        <Tabs.Panel value="speakers">
          <SpeakersPanel id={transcription.id} result={result} />
        </Tabs.Panel>
        <Tabs.Panel value="subtitles">
          <SubtitlesView {...{ transcription, cues, translated, picture }} />
        </Tabs.Panel>
        <Tabs.Panel value="highlights">
          <HighlightsPanel id={transcription.id} />
        </Tabs.Panel>
      </div>
    </div>
  );
}

function Picture({ media, cues }: { media: PlayableMedia; cues: readonly Cue[] }) {
  return (
    <>
      <MediaElement media={media} />
      <CueOverlay cues={cues} />
    </>
  );
}

type SubtitlesViewProps = Pick<TranscriptViewsProps, 'transcription' | 'cues'> & {
  /** In another language, if that is shown. */
  translated: readonly Cue[] | null;
  picture: boolean;
};

function SubtitlesView({ transcription, cues, translated, picture }: SubtitlesViewProps) {
  const language = transcription.language ?? 'en';
  return (
    <>
      <TranslationBar transcription={transcription} />
      {translated ? (
        <TranslatedList cues={translated} picture={picture} />
      ) : (
        <SubtitlesPanel cues={cues} language={language} picture={picture} />
      )}
    </>
  );
}

type Parts = { picture: boolean; contents: boolean; subtitles: boolean; side: boolean };

/** The columns, with a sidebar; the picture is larger in the view with its subtitles. */
function columns({ picture, contents, subtitles, side }: Parts): string {
  const two = side ? '2xl:grid 2xl:grid-cols-side' : '';
  const wide = contents ? '2xl:grid-cols-contents-and-side' : two;
  const beside = subtitles ? 'lg:grid-cols-large-picture' : 'lg:grid-cols-picture';
  if (picture) return `lg:grid ${beside} ${wide}`;
  return contents ? `lg:grid lg:grid-cols-contents ${wide}` : wide;
}

/** Whether the window is as a media query such as `(width >= 96rem)` says. */
function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const media = matchMedia(query);
      media.addEventListener('change', onChange);
      return () => media.removeEventListener('change', onChange);
    },
    () => matchMedia(query).matches,
  );
}
