import { type SubmitEvent, useState } from 'react';
import type { Machine, ServiceNode } from '../../../../../shared/machines.ts';
import { DEFAULT_SETTINGS } from '../../../../../shared/settings.ts';
import { Button } from '../../../components/button.tsx';
import { Section } from '../../../components/section.tsx';
import { useLoad } from '../../../components/use-load.ts';
import { useModels } from '../../../stores/model-store.ts';
import { useDevices } from '../../../stores/settings/device-store.ts';
import { useSettings } from '../../../stores/settings-store.ts';
import { describeMachine, describeService } from '../../../text/models.ts';
import { Devices } from './devices.tsx';
import { InstalledModels } from './installed-models.tsx';
import { LanguageModels } from './language-models.tsx';
import { ModelCatalogue } from './model-catalogue.tsx';
import { SpeakerModels } from './speaker-models.tsx';

export function ModelsSection() {
  const load = useModels((state) => state.load);
  useLoad(load);
  return (
    <>
      <p className="text-soft">
        A model is what turns sound into text. Larger ones are more accurate and take longer.
      </p>
      <InstalledModels />
      <ModelCatalogue />
      <Devices />
      <Machines />
      <LanguageModels />
      <SpeakerModels />
      <ModelMirror />
    </>
  );
}

const DEFAULT = DEFAULT_SETTINGS.model_mirror;

/** Where models are downloaded from, for networks that can reach only a mirror. */
function ModelMirror() {
  const mirror = useSettings((state) => state.settings?.model_mirror ?? DEFAULT);
  const update = useSettings((state) => state.update);
  const [text, setText] = useState(mirror);

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void update({ model_mirror: text.trim() });
  };
  const reset = () => {
    setText(DEFAULT);
    void update({ model_mirror: DEFAULT });
  };

  return (
    <Section title="Where models come from">
      <form onSubmit={submit} className="flex flex-wrap items-end gap-3">
        <label className="min-w-56 flex-1 text-sm">
          <span className="mb-1 block font-medium">Address</span>
          <input
            type="url"
            value={text}
            onChange={(event) => setText(event.target.value)}
            className="field h-9 w-full px-3"
          />
        </label>
        <Button type="submit" disabled={text.trim() === mirror || !text.trim()}>
          Save
        </Button>
        <Button disabled={mirror === DEFAULT} onClick={reset}>
          Reset
        </Button>
      </form>
      <p className="text-sm text-soft">
        Every download is verified against the catalogue, wherever it came from.
      </p>
    </Section>
  );
}

/** The other machines that transcribe for this one; renders nothing if there are none. */
function Machines() {
  const machines = useDevices((state) => state.machines);
  const services = useDevices((state) => state.services).filter(({ here }) => !here);
  if (machines.length + services.length === 0) return null;
  return (
    <Section title="Other machines">
      <p className="text-sm text-soft">
        {services.length === 0
          ? 'They transcribe parts of every recording. What one cannot finish is done here.'
          : 'They share the work with this one. What one cannot finish is done by another.'}
      </p>
      <ul aria-label="Other machines" className="rows">
        {services.map((service) => (
          <ServiceRow key={service.id} service={service} />
        ))}
        {machines.map((machine) => (
          <MachineRow key={machine.id} machine={machine} />
        ))}
      </ul>
    </Section>
  );
}

function ServiceRow({ service }: { service: ServiceNode }) {
  return (
    <li className="min-h-16 py-2.5 pr-3 pl-4">
      <p className="font-medium wrap-anywhere">{service.name}</p>
      <p className="text-sm text-soft wrap-anywhere">{describeService(service)}</p>
    </li>
  );
}

function MachineRow({ machine }: { machine: Machine }) {
  const { name, problem } = machine;
  return (
    <li className="min-h-16 py-2.5 pr-3 pl-4">
      <p className="font-medium wrap-anywhere">{name}</p>
      <p className="text-sm text-soft wrap-anywhere">{describeMachine(machine)}</p>
      {problem !== null && <p className="text-sm text-ink wrap-anywhere">{problem}</p>}
    </li>
  );
}
