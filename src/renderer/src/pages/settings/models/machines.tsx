import { useEffect } from 'react';
import type { Machine } from '../../../../../shared/machines.ts';
import { Section } from '../../../components/section.tsx';
import { lookAtMachines, useDevices } from '../../../stores/model-store.ts';
import { describeMachine, describeService, describeWork } from '../../../text/machines.ts';

/** Workers tell as often what they do. */
const LOOK_EVERY_MS = 5_000;

/** The other machines that transcribe for this one; renders nothing if there are none. */
export function Machines() {
  const known = useDevices((state) => state.value);
  const machines = known?.machines ?? [];
  const services = known?.services.filter(({ here }) => !here) ?? [];
  const isThere = machines.length + services.length > 0;
  useLookAgain(isThere);
  if (!isThere) return null;
  return (
    <Section title="Other machines">
      <p className="text-sm text-soft">
        {services.length === 0
          ? 'They transcribe parts of every recording. What one cannot finish is done here.'
          : 'They share the work with this one. What one cannot finish is done by another.'}
      </p>
      <ul aria-label="Other machines" className="rows">
        {services.map((service) => (
          <Row key={service.id} name={service.name} lines={[describeService(service)]} />
        ))}
        {machines.map((machine) => (
          <MachineRow key={machine.id} machine={machine} />
        ))}
      </ul>
    </Section>
  );
}

/** Events tell who comes and goes; what they do changes all the time. */
function useLookAgain(isThere: boolean): void {
  useEffect(() => {
    if (!isThere) return;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void lookAtMachines();
    }, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [isThere]);
}

function MachineRow({ machine }: { machine: Machine }) {
  const lines = [describeMachine(machine), describeWork(machine)];
  return <Row name={machine.name} lines={lines} problem={machine.problem} />;
}

function Row({
  name,
  lines,
  problem = null,
}: {
  name: string;
  lines: readonly string[];
  problem?: string | null;
}) {
  return (
    <li className="min-h-16 py-2.5 pr-3 pl-4">
      <p className="font-medium wrap-anywhere">{name}</p>
      {lines.map((line) => (
        <p key={line} className="text-sm text-soft wrap-anywhere tabular-nums">
          {line}
        </p>
      ))}
      {problem !== null && <p className="text-sm text-ink wrap-anywhere">{problem}</p>}
    </li>
  );
}
