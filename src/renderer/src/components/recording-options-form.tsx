import { useId } from 'react';
import { parseSpelling } from '../../../shared/spelling/spelling.ts';
import { MAX_SPEAKERS } from '../../../shared/transcription/speakers.ts';
import type { AudioTrack } from '../../../shared/transcription/tracks.ts';
import { MAX_TERMS } from '../../../shared/transcription/transcription-options.ts';
import { toTerms } from '../../../shared/transcription/vocabulary.ts';
import { findProject, useProjects } from '../stores/library/project-store.ts';
import { useInstalledModels } from '../stores/model-store.ts';
import { useSettings } from '../stores/settings-store.ts';
import { canTranslate, type RecordingOptions, usualIn } from '../text/recording-options.ts';
import { trackChoices, usualTrackTitle } from '../text/tracks.ts';
import { Checkbox } from './checkbox.tsx';
import { LanguageChoice, ModelChoice } from './language-and-model.tsx';
import { Choice } from './select.tsx';

const SPEAKERS = Array.from({ length: MAX_SPEAKERS }, (_, at) => [at + 1, String(at + 1)] as const);

type FormProps = {
  options: RecordingOptions;
  /** The recording's audio tracks; left out where they are not known yet. */
  tracks?: readonly AudioTrack[];
  project: string | null;
  onChange: (part: Partial<RecordingOptions>) => void;
};

/** Language, model, number of speakers, audio tracks, vocabulary and translation of one recording. */
export function RecordingOptionsForm({ options, tracks = [], project, onChange }: FormProps) {
  const models = useInstalledModels((state) => state.models?.data) ?? [];
  const settings = useSettings((state) => state.settings);
  const own = useProjects(findProject(project));
  const ofProject = models.find(({ name }) => name === own?.model)?.name ?? null;
  const chosen = models.some(({ name }) => name === options.model) ? options.model : null;
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap gap-4">
        <LanguageChoice
          value={options.language}
          usual={
            own?.language
              ? { language: own.language, from: 'the project' }
              : { language: settings?.language ?? null, from: 'Settings' }
          }
          canDetect
          onChange={(language) => onChange({ language })}
        />
        <ModelChoice
          value={chosen}
          ofProject={ofProject}
          onChange={(model) => onChange({ model })}
        />
        <Choice
          label="Speakers"
          value={options.speakers}
          onChange={(speakers) => onChange({ speakers })}
          options={[[null, 'Detect'], ...SPEAKERS]}
        />
        <TrackField tracks={tracks} track={options.track} onChange={onChange} />
      </div>
      <VocabularyField
        text={options.vocabulary}
        onChange={(vocabulary) => onChange({ vocabulary })}
      />
      <SpellingField text={options.spelling} onChange={(spelling) => onChange({ spelling })} />
      {canTranslate({ ...options, model: chosen }, models, usualIn(own, settings)) ? (
        <Checkbox checked={options.translate} onChange={(translate) => onChange({ translate })}>
          Translate into English
        </Checkbox>
      ) : (
        options.translate && (
          <p className="text-sm text-soft">
            This model does not translate: the text stays in its language.
          </p>
        )
      )}
    </div>
  );
}

type TrackFieldProps = Pick<RecordingOptions, 'track'> & {
  tracks: readonly AudioTrack[];
  onChange: FormProps['onChange'];
};

/** Renders nothing if there is only one track. */
function TrackField({ tracks, track, onChange }: TrackFieldProps) {
  if (tracks.length === 1) return null;
  return (
    <Choice
      label="Audio tracks"
      className="w-56"
      value={track}
      onChange={(chosen) => onChange({ track: chosen })}
      options={[[null, usualTrackTitle(tracks)], ...trackChoices(tracks)]}
    />
  );
}

function VocabularyField({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  const count = toTerms(text).length;
  return (
    <TextField
      label="Names and terms"
      placeholder="Zoë Marchetti, Kubernetes, Aarhus"
      text={text}
      problem={count > MAX_TERMS && `Only the first ${MAX_TERMS} of these ${count} are used.`}
      hint="Spelled as you write them here. Separate them with commas, the most important first."
      onChange={onChange}
    />
  );
}

function SpellingField({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  const [refused] = parseSpelling(text).refused;
  return (
    <TextField
      label="Spellings"
      placeholder="cube ernetes, cubernetes -> Kubernetes"
      text={text}
      problem={!!refused && `Not used: “${refused}”. Write it as wrong -> Right.`}
      hint="What is often misheard, and how you write it, one entry a line. Those in Settings and of the project are used, too."
      onChange={onChange}
    />
  );
}

type TextFieldProps = {
  label: string;
  placeholder: string;
  text: string;
  /** What of the text is not used; stands in place of the hint. */
  problem: string | false;
  hint: string;
  onChange: (text: string) => void;
};

function TextField({ label, placeholder, text, problem, hint, onChange }: TextFieldProps) {
  const id = useId();
  return (
    <div className="text-sm">
      <label htmlFor={id} className="mb-1 block font-medium">
        {label}
      </label>
      <textarea
        id={id}
        dir="auto"
        value={text}
        onChange={(event) => onChange(event.target.value)}
        aria-describedby={`${id}-hint`}
        placeholder={placeholder}
        className="field block field-sizing-content max-h-40 min-h-9 w-full resize-none bg-page px-3 py-1.5"
      />
      <p id={`${id}-hint`} className={`mt-1 ${problem ? 'text-danger' : 'text-soft'}`}>
        {problem || hint}
      </p>
    </div>
  );
}
