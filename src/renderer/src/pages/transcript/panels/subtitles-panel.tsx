import { useEffect, useState } from 'react';
import type { EditedCue } from '../../../../../shared/subtitles/edited-cues.ts';
import { scriptProfile } from '../../../../../shared/subtitles/script-profile.ts';
import { useExport } from '../../../stores/transcript/export-store.ts';
import { useRetiming } from '../../../stores/transcript/retiming-store.ts';
import { CueScreen } from './current-cue.tsx';
import { indexOf, placeOf } from './subtitles/cue-changes.ts';
import { CueEditor } from './subtitles/cue-editor.tsx';
import { LONGEST_MS } from './subtitles/cue-limits.ts';
import { CueRow } from './subtitles/cue-row.tsx';
import { SubtitleOptionsBar } from './subtitles/subtitle-options.tsx';
import { useCueList } from './subtitles/use-cue-list.ts';

type SubtitlesPanelProps = {
  cues: readonly EditedCue[];
  language: string;
  /** Whether the cues are shown over a picture. */
  picture: boolean;
};

/** The subtitles as players show them, with how fast each must be read. Press one to hear it, or edit it. */
export function SubtitlesPanel({ cues, language, picture }: SubtitlesPanelProps) {
  const { current, list, virtualizer } = useCueList(cues);
  const profile = scriptProfile(language);
  const choice = useExport((state) => state.choice);
  const limits = {
    charsPerLine: choice.max_chars_per_line ?? profile.charsPerLine,
    maxLines: choice.max_lines,
    maxMs: LONGEST_MS,
  };
  // By where it comes, for what is written elsewhere may move it in the list.
  const [editing, setEditing] = useState<number | null>(null);
  const { write, leave } = useRetiming.getState();
  useEffect(() => leave, [leave]);
  const timed = useTimed(cues);

  return (
    <>
      <SubtitleOptionsBar usual={profile.charsPerLine} />
      {!picture && <CueScreen cues={cues} />}
      <ol ref={list} className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, key, start }) => {
          const cue = cues[index];
          return (
            <li
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              aria-setsize={cues.length}
              aria-posinset={index + 1}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${start - virtualizer.options.scrollMargin}px)` }}
            >
              {cue && cue.startMs === editing ? (
                <CueEditor
                  cues={cues}
                  index={index}
                  profile={profile}
                  limits={limits}
                  onDone={() => {
                    setEditing(null);
                    leave();
                  }}
                />
              ) : (
                cue && (
                  <CueRow
                    cue={timed?.index === index ? { ...cue, ...timed.times } : cue}
                    profile={profile}
                    current={index === current}
                    onHear={() => {
                      if (editing === null) leave();
                    }}
                    onEdit={() => {
                      write(placeOf(cues, index), { startMs: cue.startMs, endMs: cue.endMs });
                      setEditing(cue.startMs);
                    }}
                  />
                )
              )}
            </li>
          );
        })}
      </ol>
    </>
  );
}

/** The cue whose times are being tried on the waveform. */
function useTimed(cues: readonly EditedCue[]) {
  const place = useRetiming((state) => state.place);
  const times = useRetiming((state) => state.times);
  return place && times && { index: indexOf(cues, place), times };
}
