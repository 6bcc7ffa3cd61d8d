import { Menu } from '@base-ui/react/menu';
import ChevronDown from 'lucide-react/icons/chevron-down';
import FlaskConical from 'lucide-react/icons/flask-conical';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import X from 'lucide-react/icons/x';
import { type ReactNode, useState } from 'react';
import { formatClock } from '../../../../shared/time.ts';
import type { Provenance } from '../../../../shared/transcription/provenance.ts';
import { tracksToTranscribe } from '../../../../shared/transcription/tracks.ts';
import type { Transcription, WarningCode } from '../../../../shared/transcription/transcription.ts';
import { buttonClass } from '../../components/button.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { Link } from '../../components/link.tsx';
import { MENU_ITEM, MenuPopup } from '../../components/menu-popup.tsx';
import { Notice } from '../../components/notice.tsx';
import { useAgain } from '../../stores/library/again-store.ts';
import { useMoves } from '../../stores/library/move-store.ts';
import { findProject, useProjects } from '../../stores/library/project-store.ts';
import { formatWhen, languageName } from '../../text/format.ts';
import { toTrackChoice, trackChoices } from '../../text/tracks.ts';
import { FailedParts } from './failed-parts.tsx';
import { TranscriptTitle } from './transcript-title.tsx';

/** The title, what is known about the recording, and what to be careful with. */
export function TranscriptFacts({ transcription }: { transcription: Transcription }) {
  const { source } = transcription;
  // The page itself says where no speech was found; the demo model has words of its own.
  const warnings = transcription.warnings.filter(
    ({ code }) => code !== 'demo_model' && !isSaidByThePage(code, transcription),
  );
  const demo = transcription.warnings.some(({ code }) => code === 'demo_model');
  return (
    <>
      <TranscriptTitle transcription={transcription} />
      <ul className="mt-1 short:mt-0 -ml-4 flex flex-wrap text-sm text-soft tabular-nums [clip-path:inset(--spacing(-2)_--spacing(-2)_--spacing(-2)_--spacing(2.8))]">
        {facts(transcription).map((fact) => (
          <li key={fact} className={DOT}>
            {fact}
          </li>
        ))}
        {transcription.model !== null && (
          <li className={`flex max-w-full ${DOT}`}>
            <ModelFact model={transcription.model} result={transcription.result} />
          </li>
        )}
        <li className={DOT}>{formatWhen(transcription.created_at, new Date())}</li>
        <ProjectFact transcription={transcription} />
        {transcription.tags.map((tag) => (
          <li key={`#${tag}`} className={DOT}>
            <bdi>#{tag}</bdi>
          </li>
        ))}
        {source.type !== 'upload' && (
          <li className={`flex max-w-full ${DOT}`}>
            <a
              href={source.url}
              target="_blank"
              rel="noreferrer"
              title={source.url}
              className="truncate hover:text-ink hover:underline"
            >
              {source.url}
            </a>
          </li>
        )}
      </ul>
      {demo && <DemoWarning />}
      {warnings.length > 0 && (
        <div className="mt-3 space-y-2">
          {warnings.map(({ code, message }) => (
            <Notice key={code} icon={<TriangleAlert aria-hidden />}>
              <p className="wrap-anywhere">{message}</p>
              {code === 'several_tracks' && <TrackMenu transcription={transcription} />}
              {code === 'part_failed' && <FailedParts transcription={transcription} />}
              {OF_YT_DLP.has(code) && (
                <Link href="/settings/links" className="text-accent underline underline-offset-2">
                  Settings for links
                </Link>
              )}
            </Notice>
          ))}
        </div>
      )}
    </>
  );
}

/** Short, for it comes with every recording until there is a real model; once closed it stays away. */
function DemoWarning() {
  const [closed, setClosed] = useState(() => localStorage.getItem(DEMO_CLOSED) !== null);
  if (closed) return null;
  const close = () => {
    localStorage.setItem(DEMO_CLOSED, 'yes');
    setClosed(true);
  };
  return (
    <p className="mt-2 flex min-h-8 items-center gap-x-2 text-sm text-soft">
      <FlaskConical aria-hidden className="size-4 shrink-0" />
      <span>
        The demo model knows only a few hundred words.{' '}
        <Link href="/settings/models" className="text-accent underline underline-offset-2">
          Get a real model
        </Link>
      </span>
      <IconButton label="Close this note" tip="Close" onClick={close}>
        <X aria-hidden />
      </IconButton>
    </p>
  );
}

/** What another yt-dlp mends. */
const OF_YT_DLP: ReadonlySet<WarningCode> = new Set([
  ...(['source_formats_missing', 'source_program_outdated', 'source_python_outdated'] as const),
]);

const DEMO_CLOSED = 'demo-warning-closed';

/** Where no speech was found, and how sure the labels of the speakers are, the page itself says. */
function isSaidByThePage(code: WarningCode, { result }: Transcription): boolean {
  const ofSpeakers = code === 'speakers_uncertain' || code === 'speakers_failed';
  return code === 'no_speech' || (ofSpeakers && (result?.diarization.warning ?? null) !== null);
}

/** The dot before the first of each line is left of the list's edge, where nothing shows. */
const DOT =
  "before:inline-block before:w-4 before:shrink-0 before:text-center before:content-['·'/'']";

function facts(transcription: Transcription): string[] {
  const { duration_seconds: length, language, result } = transcription;
  const known = [
    length === null ? null : formatClock(length * 1000),
    language === null ? null : languageName(language),
    result && result.speakers.length > 1 ? `${result.speakers.length} speakers` : null,
  ];
  return known.filter((fact) => fact !== null);
}

/** The other audio tracks of a recording of which one was transcribed; choosing one asks for the other options. */
function TrackMenu({ transcription }: { transcription: Transcription }) {
  const { source, options } = transcription;
  const current = String(tracksToTranscribe(source.tracks, options.track));
  const others = trackChoices(source.tracks).filter(([value]) => value !== current);
  return (
    <Menu.Root>
      <Menu.Trigger className={`${buttonClass('plain')} mt-2`}>
        Transcribe again with…
        <ChevronDown aria-hidden />
      </Menu.Trigger>
      <MenuPopup align="start">
        {others.map(([value, name]) => (
          <Menu.Item
            key={value}
            className={`${MENU_ITEM} wrap-anywhere`}
            onClick={() => useAgain.getState().ask(transcription, { track: toTrackChoice(value) })}
          >
            <bdi>{name}</bdi>
          </Menu.Item>
        ))}
      </MenuPopup>
    </Menu.Root>
  );
}

/** The project it is in; pressed, it asks for another. */
function ProjectFact({ transcription: { id, project_id } }: { transcription: Transcription }) {
  const project = useProjects(findProject(project_id));
  if (!project) return null;
  return (
    <li className={`flex max-w-full ${DOT}`}>
      <button
        type="button"
        title="Move to another project"
        className={FACT_BUTTON}
        onClick={() => useMoves.getState().ask([id])}
      >
        <bdi>{project.name}</bdi>
      </button>
    </li>
  );
}

const FACT_BUTTON =
  'min-w-0 truncate underline decoration-line decoration-dotted underline-offset-4 hover:text-ink hover:decoration-solid';

/** The model by its name; pressed, it tells what exactly the text was made with, where that is known. */
function ModelFact({ model, result }: { model: string } & Pick<Transcription, 'result'>) {
  const [open, setOpen] = useState(false);
  if (!result?.provenance) return `${model} model`;
  return (
    <>
      <button
        type="button"
        title="How this text was made"
        className={FACT_BUTTON}
        onClick={() => setOpen(true)}
      >
        {model} model
      </button>
      <Dialog open={open} title="How this text was made" onClose={() => setOpen(false)}>
        <Made provenance={result.provenance} segments={result.segments} />
      </Dialog>
    </>
  );
}

type MadeProps = { provenance: Provenance; segments: readonly { model?: string | undefined }[] };

function Made({ provenance, segments }: MadeProps) {
  const { engine, model, device, other_models: others, machines = [] } = provenance;
  const sentencesBy = (name: string) => segments.filter((segment) => segment.model === name).length;
  return (
    <>
      <dl className="divide-y divide-line text-sm">
        <Fact title="Model">
          {model.name}
          <Digest sha256={model.sha256} />
        </Fact>
        {others.map(({ name, sha256 }) => (
          <Fact key={sha256} title="Parts transcribed by">
            {name}: {sentencesBy(name)} of {segments.length} sentences
            <Digest sha256={sha256} />
          </Fact>
        ))}
        <Fact title="Computed on">{device.name}</Fact>
        {machines.length > 0 && <Fact title="Other machines">{machines.join(', ')}</Fact>}
        <Fact title="Engine">{engine}</Fact>
      </dl>
      <div className="mt-4 flex justify-end">
        <CopyButton text={() => JSON.stringify(provenance, null, 2)}>Copy</CopyButton>
      </div>
    </>
  );
}

function Fact({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex gap-4 py-2 first:pt-0 max-sm:flex-col max-sm:gap-0">
      <dt className="w-28 shrink-0 text-soft">{title}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  );
}

/** By which the file of a model can be told from any other. */
function Digest({ sha256 }: { sha256: string }) {
  return (
    <span className="mt-0.5 block text-xs text-soft">
      SHA-256 <span className="font-mono">{sha256}</span>
    </span>
  );
}
