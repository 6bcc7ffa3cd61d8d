import { useEffect } from 'react';
import { client } from '../../../api/client.ts';
import { Row } from '../../../components/rows.tsx';
import { Section } from '../../../components/section.tsx';
import { useDevices } from '../../../stores/model-store.ts';
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
          <Row key={service.id} title={service.name} lines={[describeService(service)]} />
        ))}
        {machines.map((machine) => (
          <Row
            key={machine.id}
            title={machine.name}
            lines={[describeMachine(machine), describeWork(machine)]}
            problem={machine.problem}
          />
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

/** What was known stays where that fails. */
async function lookAtMachines(): Promise<void> {
  const found = await client.listMachines().catch(() => null);
  useDevices.setState(({ value }) => ({
    value: value && found ? { ...value, machines: found.data, services: found.services } : value,
  }));
}
