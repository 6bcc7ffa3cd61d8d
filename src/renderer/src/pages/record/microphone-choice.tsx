import { Choice } from '../../components/select.tsx';
import { useRecorder } from '../../stores/recorder/recorder-store.ts';

/** Which microphone is recorded; another can be chosen at any time. */
export function MicrophoneChoice() {
  const devices = useRecorder((state) => state.devices);
  const chosen = useRecorder((state) => state.choices.microphone);
  const named = devices.filter(({ name }) => name !== '');
  const isThere = named.some(({ id }) => id === chosen);
  return (
    <Choice
      label="Microphone"
      className="w-72 max-w-full"
      value={isThere ? chosen : ''}
      onChange={(id) => useRecorder.choose({ microphone: id })}
      options={[['', 'The system’s choice'], ...named.map(({ id, name }) => [id, name] as const)]}
    />
  );
}
