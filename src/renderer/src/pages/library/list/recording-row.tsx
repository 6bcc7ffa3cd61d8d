import { AudioLines, CircleAlert, CircleCheck, CircleSlash, Clock, Star } from 'lucide-react';
import { memo } from 'react';
import { describeIncomplete } from '../../../../../shared/exports/export-document.ts';
import { formatClock } from '../../../../../shared/time.ts';
import { titleOf } from '../../../../../shared/transcription/title.ts';
import type { TranscriptionSummary } from '../../../../../shared/transcription/transcription.ts';
import { Link } from '../../../components/link.tsx';
import { ProgressBar } from '../../../components/progress-bar.tsx';
import { TitleForm } from '../../../components/title-form.tsx';
import { useUnsettled } from '../../../edits/edits-in-browser.ts';
import { useLibrary } from '../../../stores/library/library-store.ts';
import { findProject, useProjects } from '../../../stores/library/project-store.ts';
import { describeDownload, useYtDlp } from '../../../stores/yt-dlp-store.ts';
import { explain } from '../../../text/error-advice.ts';
import { formatProgress, formatTimeLeft, formatWhen, languageName } from '../../../text/format.ts';
import { originOf } from '../../../text/origin.ts';
import { describePlace } from '../../../text/queue.ts';
import { statusText } from '../../../text/status-text.ts';
import { useQueue } from '../queue-store.ts';
import { RowActions } from './row-actions.tsx';
import { useSelection } from './selection-store.ts';
import { visibleIds } from './use-visible-ids.ts';

type RecordingRowProps = {
  id: string;
  day: Date;
  /** Whether this is the row that Tab reaches. */
  active: boolean;
  renaming: boolean;
  onRename: () => void;
  onRenamed: () => void;
  onDelete: () => void;
};

export const RecordingRow = memo(function RecordingRow(props: RecordingRowProps) {
  const { id, day, active, renaming, onRename, onRenamed, onDelete } = props;
  const item = useLibrary((state) => state.byId.get(id));
  const place = useQueue((state) => {
    const position = state.positions.get(id);
    return position && state.queue ? describePlace(position, state.queue) : null;
  });
  const ofYtDlp = useYtDlp(describeDownload);
  const unsettled = useUnsettled(({ ids }) => ids.has(id));
  const project = useProjectName(item);
  if (!item) return null;
  const failed = item.status === 'failed' && item.error?.code !== 'canceled';
  return (
    <div className="relative flex items-center gap-3 py-3 pr-2 pl-3 hover:bg-raised/50 sm:gap-4 sm:pr-3 sm:pl-4">
      <SelectBox id={id} title={titleOf(item.source)} />
      <StatusIcon item={item} />
      <div className="min-w-0 flex-1">
        {renaming ? (
          <TitleForm
            recording={item}
            onDone={onRenamed}
            returnTo={() => document.getElementById(id)}
            className="block font-medium focus-visible:-outline-offset-1"
          />
        ) : (
          <Link
            id={id}
            href={`/t/${id}`}
            tabIndex={active ? 0 : -1}
            dir="auto"
            className="block truncate text-left font-medium after:absolute after:inset-0 after:rounded-xl focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
          >
            {titleOf(item.source)}
          </Link>
        )}
        <p className={`text-sm ${failed ? 'text-danger' : 'truncate text-soft tabular-nums'}`}>
          {unsettled && <span className="text-doubt">Changed in two places · </span>}
          {details(item, place, project, day)}
          {item.error?.code === 'yt_dlp_missing' && ofYtDlp && ` ${ofYtDlp}`}
        </p>
      </div>
      {item.favorite && (
        <Star aria-label="Favorite" className="size-4 shrink-0 fill-current text-accent" />
      )}
      {!failed && <RowMeasure item={item} />}
      <RowActions item={item} reachable={active} onRename={onRename} onDelete={onDelete} />
    </div>
  );
});

/** The project it is in, where recordings of all are shown. */
function useProjectName(item: TranscriptionSummary | undefined): string | null {
  const all = useLibrary((state) => state.project === '');
  const id = all ? item?.project_id : null;
  return useProjects(findProject(id))?.name ?? null;
}

function details(
  item: TranscriptionSummary,
  place: string | null,
  project: string | null,
  day: Date,
): string {
  const incomplete = describeIncomplete(item);
  if (item.status === 'failed' && item.error && item.error.code !== 'canceled') {
    return [explain(item.error), incomplete].filter(Boolean).join(' ');
  }
  const status = (item.status === 'queued' && place) || statusText(item);
  const parts = item.status === 'completed' ? [] : [status];
  if (incomplete !== null) parts.push(incomplete);
  if (item.warnings.some(({ code }) => code === 'part_failed')) parts.push('Parts are missing');
  if (item.status === 'processing' && item.eta_seconds !== null) {
    parts.push(formatTimeLeft(item.eta_seconds));
  } else {
    parts.push(formatWhen(item.created_at, day), originOf(item.source));
  }
  if (item.status === 'completed') {
    if (item.language) parts.push(languageName(item.language));
    if ((item.speaker_count ?? 0) > 1) parts.push(`${item.speaker_count} speakers`);
  }
  if (project !== null) parts.push(project);
  parts.push(...item.tags.map((tag) => `#${tag}`));
  if (item.test) parts.push('from a test key');
  return parts.join(' · ');
}

/** The right side of a row: the progress, or the recording's length. Its width is constant while in progress. */
function RowMeasure({ item }: { item: TranscriptionSummary }) {
  const length = item.duration_seconds;
  const over = item.status === 'completed' || item.status === 'failed';
  return (
    <div
      className={`flex shrink-0 items-center justify-end gap-3 text-sm text-soft tabular-nums ${over ? 'sm:w-14' : 'sm:w-48'}`}
    >
      {item.status === 'processing' ? (
        <>
          <div className="flex-1 max-sm:hidden">
            <ProgressBar value={item.progress} label={`Progress of ${titleOf(item.source)}`} />
          </div>
          <span className="w-10 text-right">{formatProgress(item.progress)}</span>
        </>
      ) : (
        length !== null && <span>{formatClock(length * 1000)}</span>
      )}
    </div>
  );
}

/** Marks a recording, with Shift all from the last one on; with the keyboard, Space does so on the row itself. */
function SelectBox({ id, title }: { id: string; title: string }) {
  const checked = useSelection((state) => state.selected.has(id));
  return (
    <input
      type="checkbox"
      checked={checked}
      tabIndex={-1}
      aria-label={`Select ${title}`}
      onChange={({ nativeEvent }) => {
        const ranged = nativeEvent instanceof MouseEvent && nativeEvent.shiftKey;
        if (ranged) useSelection.extend(id, visibleIds());
        else useSelection.toggle(id);
      }}
      className="relative z-1 -mr-1 size-4 shrink-0 accent-accent"
    />
  );
}

/** The state of a recording as a static picture, which costs no processor time; screen readers get the words. */
function StatusIcon({ item }: { item: TranscriptionSummary }) {
  return (
    <span className="[&_svg]:size-5">
      <Picture item={item} />
      <span className="sr-only">{statusText(item)}</span>
    </span>
  );
}

function Picture({ item }: { item: TranscriptionSummary }) {
  switch (item.status) {
    case 'queued':
      return <Clock aria-hidden className="text-soft" />;
    case 'processing':
      return <AudioLines aria-hidden className="text-accent" />;
    case 'completed':
      return <CircleCheck aria-hidden className="text-accent" />;
    case 'failed':
      return item.error?.code === 'canceled' ? (
        <CircleSlash aria-hidden className="text-soft" />
      ) : (
        <CircleAlert aria-hidden className="text-danger" />
      );
  }
}
