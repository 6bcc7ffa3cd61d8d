/** What this computer plays: all of it in the desktop app, a tab where a browser shares it. */
import { AS_HEARD } from './microphone.ts';

/** `silent`: what was chosen came without its sound. `unknown`: this browser gives no sound. */
export type ComputerRefusal = 'refused' | 'silent' | 'unknown' | 'failed';

/**
 * Whether this browser may give it. Firefox and Safari share pictures alone; of the names of what can be asked for, they
 * do not know this one, which is about sound that is shared.
 */
export const canShareSound = (): boolean =>
  'suppressLocalAudioPlayback' in (navigator.mediaDevices?.getSupportedConstraints() ?? {});

/** Called by a press of the person, which browsers ask for. The picture that comes along is not looked at. */
export async function openComputerSound(onEnd: () => void): Promise<MediaStream | ComputerRefusal> {
  const { mediaDevices } = navigator as { mediaDevices?: MediaDevices };
  if (!mediaDevices || !('getDisplayMedia' in mediaDevices)) return 'unknown';
  try {
    const shared = await mediaDevices.getDisplayMedia({
      // An answer without a picture is none.
      video: true,
      audio: AS_HEARD,
      ...{ systemAudio: 'include' },
    });
    for (const track of shared.getVideoTracks()) track.stop();
    const [track] = shared.getAudioTracks();
    if (!track) return 'silent';
    track.addEventListener('ended', onEnd);
    return new MediaStream([track]);
  } catch (thrown) {
    const isRefusal = thrown instanceof DOMException && thrown.name === 'NotAllowedError';
    return isRefusal ? 'refused' : 'failed';
  }
}
