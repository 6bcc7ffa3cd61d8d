/** The microphone that is recorded: the one that was chosen while it is there, else the system's own choice. */

/** A microphone to choose; the system's own choice has an empty id. */
export type Device = { id: string; name: string };

/** `refused`: by the person or the system. `none`: there is no microphone. `busy`: another program holds it. */
export type MicrophoneState = 'asking' | 'live' | 'refused' | 'none' | 'busy' | 'insecure';

/** As the device hears it: what improves calls spoils what is heard in a room, and what tells an echo. */
export const AS_HEARD = {
  echoCancellation: false,
  noiseSuppression: false,
  autoGainControl: false,
};

/**
 * Chromium on Linux sees devices of the sound server alone, such as headsets by Bluetooth, only when it is asked for
 * all. Until then it goes on with whatever the server gives it, which may be what the loudspeakers play.
 */
const ASK_EVERY_MS = 2000;
const IS_LINUX = /linux/i.test(navigator.userAgent);

type Told = {
  onState: (state: MicrophoneState) => void;
  /** A stream to record from now on, or none. */
  onStream: (stream: MediaStream | null) => void;
  onDevices: (devices: readonly Device[]) => void;
};

/** Opens the microphone, and again when it must be another: it is gone, the chosen one is back, the system's changed. */
export function followMicrophone(chosen: string, { onState, onStream, onDevices }: Told) {
  const { mediaDevices } = navigator as { mediaDevices?: MediaDevices };
  let wanted = chosen;
  let stream: MediaStream | null = null;
  /** The one that is open, and what the system's choice was then. */
  let opened = { id: '', systems: '' };
  let turn = 0;
  let closed = false;

  const stop = () => {
    for (const track of stream?.getTracks() ?? []) track.stop();
    stream = null;
  };

  const open = async () => {
    const mine = ++turn;
    stop();
    onStream(null);
    if (!mediaDevices) return onState('insecure');
    onState('asking');
    try {
      const fresh = await openDevice(mediaDevices, wanted);
      if (mine !== turn || closed) return fresh.getTracks().forEach((track) => void track.stop());
      stream = fresh;
      const { devices, systems } = await listDevices(mediaDevices);
      const [track] = fresh.getAudioTracks();
      opened = { id: track?.getSettings().deviceId ?? '', systems };
      track?.addEventListener('ended', () => mine === turn && !closed && void open());
      onDevices(devices);
      onStream(fresh);
      onState('live');
    } catch (thrown) {
      if (mine === turn && !closed) onState(stateAfter(thrown));
    }
  };

  const look = async () => {
    if (!mediaDevices || closed) return;
    const { devices, systems } = await listDevices(mediaDevices);
    onDevices(devices);
    const isThere = devices.some(({ id }) => id === wanted && id !== '');
    const mustChange = isThere ? opened.id !== wanted : opened.systems !== systems;
    if (!stream || mustChange) await open();
  };
  const onChange = () => void look();
  mediaDevices?.addEventListener('devicechange', onChange);
  const asking = IS_LINUX
    ? setInterval(() => void mediaDevices?.enumerateDevices(), ASK_EVERY_MS)
    : undefined;
  void open();

  return {
    choose(id: string): void {
      wanted = id;
      void open();
    },
    open: () => void open(),
    close(): void {
      closed = true;
      clearInterval(asking);
      mediaDevices?.removeEventListener('devicechange', onChange);
      stop();
    },
  };
}

/** The system's choice where the wanted one is not there. */
async function openDevice(devices: MediaDevices, wanted: string): Promise<MediaStream> {
  const ask = (constraints: MediaTrackConstraints) =>
    devices.getUserMedia({ audio: { ...AS_HEARD, ...constraints } });
  if (wanted === '') return ask({});
  try {
    return await ask({ deviceId: { exact: wanted } });
  } catch (thrown) {
    if (stateAfter(thrown) === 'refused') throw thrown;
    return ask({});
  }
}

/** Browsers list the system's choice twice: as itself, and as the device that it is. */
async function listDevices(devices: MediaDevices) {
  const inputs = (await devices.enumerateDevices()).filter(({ kind }) => kind === 'audioinput');
  const systems = inputs.find(({ deviceId }) => deviceId === 'default');
  const own = inputs.filter(
    ({ deviceId }) => !['', 'default', 'communications'].includes(deviceId),
  );
  return {
    devices: own.map(({ deviceId, label }): Device => ({ id: deviceId, name: label })),
    systems: systems?.groupId ?? own[0]?.deviceId ?? '',
  };
}

function stateAfter(thrown: unknown): MicrophoneState {
  const name = thrown instanceof DOMException ? thrown.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused';
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'none';
  return 'busy';
}
