import { Circle, TriangleAlert } from 'lucide-react';
import { useId } from 'react';
import { Button } from '../../components/button.tsx';
import { Checkbox } from '../../components/checkbox.tsx';
import { Field, Form } from '../../components/form.tsx';
import { TextLink } from '../../components/link.tsx';
import { Notice } from '../../components/notice.tsx';
import { RecordingOptionsForm } from '../../components/recording-options-form.tsx';
import { canShareSound } from '../../recorder/computer-sound.ts';
import { useLibrary } from '../../stores/library/library-store.ts';
import { findProject, useProjects } from '../../stores/library/project-store.ts';
import { useOptions } from '../../stores/library/recording-options-store.ts';
import { useUsedModel } from '../../stores/model-store.ts';
import { useRecorder } from '../../stores/recorder/recorder-store.ts';
import { NO_SOUND } from '../../text/recorder.ts';
import { LevelMeter } from './level-meter.tsx';
import { MicrophoneChoice } from './microphone-choice.tsx';
import { Troubles } from './recording-troubles.tsx';

/** What is recorded and how it is transcribed, with the button that begins. */
export function BeforeRecording() {
  const starting = useRecorder(({ phase }) => phase === 'starting');
  const canBegin = useRecorder((state) => state.microphone === 'live' || state.computer === 'on');
  const options = useOptions((state) => state.options);
  const project = useLibrary((state) => state.project);
  const own = useProjects(findProject(project));
  return (
    <Form className="space-y-6" onSubmit={() => useRecorder.begin(own?.id ?? null)}>
      <section aria-label="Sound" className="card space-y-5 p-5">
        <Microphone />
        {canShareSound() ? <ComputerChoice /> : <p className="text-sm text-soft">{NO_SOUND}</p>}
      </section>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button look="primary" type="submit" disabled={!canBegin || starting} className="h-11 px-6">
          <Circle aria-hidden className="fill-current" />
          Record
        </Button>
        <p className="min-w-48 flex-1 text-sm text-soft">
          {own && `It goes into “${own.name}”. `}
          Tell everyone who can be heard that you record. The sound stays on this computer.
        </p>
      </div>
      <NoModel />
      {/* Below the button: what is told of a moment later does not move it from under the pointer. */}
      <Troubles when="before" />
      <fieldset className="card p-5">
        <legend className="sr-only">How it is transcribed</legend>
        <RecordingOptionsForm
          options={options}
          tracks={ONE_TRACK}
          project={own?.id ?? null}
          onChange={useOptions.change}
        />
      </fieldset>
    </Form>
  );
}

/** Of what is recorded here, all tracks are transcribed: there is nothing to choose. */
const ONE_TRACK = [{ number: 1, language: null, title: null, default: true }];

function NoModel() {
  if (useUsedModel() !== 'none') return null;
  return (
    <Notice look="warning" icon={TriangleAlert}>
      <p>
        There is no model, so there will be no text while you record, nor after it. The sound is
        kept: <TextLink href="/settings/models">get a model</TextLink>, and transcribe it then.
      </p>
    </Notice>
  );
}

function Microphone() {
  return (
    <div className="flex flex-wrap items-end gap-x-5 gap-y-3">
      <MicrophoneChoice />
      <div className="flex h-9 min-w-40 flex-1 items-center">
        <LevelMeter track="microphone" label="Level of the microphone" />
      </div>
    </div>
  );
}

function ComputerChoice() {
  const computer = useRecorder((state) => state.computer);
  const name = useRecorder((state) => state.choices.name);
  const id = useId();
  const on = computer === 'on';
  return (
    <div className="space-y-4">
      <div className="flex min-h-5 flex-wrap items-center gap-x-5 gap-y-3">
        <Checkbox checked={on} onChange={useRecorder.setComputer}>
          {window.steno ? 'Also record what this computer plays' : 'Also record what a tab plays'}
        </Checkbox>
        {on && <LevelMeter track="computer" label="Level of the computer" />}
      </div>
      {on && (
        <div className="text-sm">
          <Field
            label="Your name"
            className="block w-72 max-w-full"
            onPanel
            dir="auto"
            value={name}
            maxLength={100}
            autoComplete="name"
            onChange={(text) => useRecorder.choose({ name: text })}
            aria-describedby={id}
          />
          <p id={id} className="mt-1 text-soft">
            What the microphone hears is under this name; the others are told apart by their voices.
          </p>
        </div>
      )}
    </div>
  );
}
