import { RotateCw } from 'lucide-react';
import type { Device, DeviceList } from '../../../../../shared/models/devices.ts';
import { client } from '../../../api/client.ts';
import { Button } from '../../../components/button.tsx';
import { Row, Rows } from '../../../components/rows.tsx';
import { Section } from '../../../components/section.tsx';
import { Choice } from '../../../components/select.tsx';
import { useLoaded } from '../../../components/use-load.ts';
import { useDevices } from '../../../stores/model-store.ts';
import { useSettings } from '../../../stores/settings-store.ts';
import { describeDevice, hourTakes } from '../../../text/models.ts';

const BEING_BUILT =
  'What your graphics card needs is being built in the background, which takes some minutes.';
const WOULD_APPEAR = 'A graphics card that Steno can use would appear here.';

/** What models are computed on: the processor or a graphics card, and how fast each model is there. */
export function Devices() {
  const devices = useLoaded(useDevices)?.devices;
  const cards = devices?.data.slice(1) ?? [];
  return (
    <Section title="Processor and graphics card">
      <p className="text-sm text-soft">
        {cards.length === 0
          ? `Models are computed on the processor. ${devices?.building ? BEING_BUILT : WOULD_APPEAR}`
          : 'A graphics card is used only after it has transcribed the sample as the processor does.'}
      </p>
      {devices && cards.length > 0 && <DeviceChoice devices={devices} />}
      <div className="min-h-16">
        <Rows label="Processor and graphics cards" items={devices?.data ?? null}>
          {(device) => <DeviceRow key={device.id} device={device} />}
        </Rows>
      </div>
    </Section>
  );
}

function DeviceChoice({ devices: { data, choice, fixed } }: { devices: DeviceList }) {
  if (fixed) {
    return <p className="text-sm text-soft">Steno was started with this choice: {choice}.</p>;
  }
  const options = data.map(({ id, name }) => [id, id === 'cpu' ? 'Processor' : name] as const);
  const gone = data.some(({ id }) => id === choice) || choice === 'auto' ? [] : [choice];
  return (
    <Choice
      label="Compute on"
      className="w-72 max-w-full"
      value={choice}
      onChange={(device) => void useSettings.update({ device })}
      options={[
        ['auto', 'The fastest (automatic)'],
        ...options,
        ...gone.map((id) => [id, 'A card that is not here now'] as const),
      ]}
    />
  );
}

function DeviceRow({ device }: { device: Device }) {
  const { id, name, in_use, trying, off, speeds } = device;
  return (
    <Row
      title={name}
      lines={[
        describeDevice(device),
        ...speeds.map(({ model, speed }) => `${model}: ${hourTakes(speed)}`),
      ]}
      problem={off}
    >
      {in_use && !trying && <span className="px-3.5 text-sm text-accent">In use</span>}
      {(off !== null || trying) && (
        <Button
          icon={RotateCw}
          disabled={trying}
          aria-label={`${trying ? 'Trying' : 'Try again'}: ${name}`}
          onClick={() => useDevices.change(() => client.tryDevice(id))}
        >
          {trying ? 'Trying' : 'Try again'}
        </Button>
      )}
    </Row>
  );
}
