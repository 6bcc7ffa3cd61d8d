import type { Machine, ServiceNode } from '../../../../../shared/machines.ts';
import { Section } from '../../../components/section.tsx';
import { useDevices } from '../../../stores/settings/device-store.ts';
import { describeMachine, describeService } from '../../../text/models.ts';

/** The other machines that transcribe for this one; nothing where there are none. */
export function Machines() {
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
      <ul
        aria-label="Other machines"
        className="divide-y divide-line rounded-xl border border-line bg-panel shadow-panel"
      >
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
