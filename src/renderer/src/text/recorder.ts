/** What is said about recording, and how what is wrong is mended. */
import type { RecordedTrack } from '../../../shared/recordings.ts';
import type { InputState } from '../recorder/inputs.ts';

const isDesktop = 'steno' in globalThis;
const system = /mac/i.test(navigator.userAgent)
  ? 'mac'
  : /windows/i.test(navigator.userAgent)
    ? 'windows'
    : 'linux';

/** Where the system lets a program use the microphone. */
const MICROPHONE_SETTING = {
  mac: 'System Settings › Privacy & Security › Microphone',
  windows: 'Settings › Privacy & security › Microphone',
  linux: 'the sound settings',
}[system];

export function trackName(track: RecordedTrack, speaker: string | null): string {
  return track === 'microphone' ? speaker || 'Microphone' : 'Computer';
}

/** Why nothing can be recorded from the microphone, before or `while` it is, and what to do; `null` where it can. */
export function microphoneAdvice(
  state: InputState['microphone'],
  when: 'before' | 'while',
): string | null {
  switch (state) {
    case 'asking':
    case 'live':
      return null;
    case 'refused':
      return isDesktop
        ? `Steno may not use the microphone. Allow it in ${MICROPHONE_SETTING}, then try again.`
        : 'This page may not use the microphone. Allow it beside the address above, or in the settings of your system, then try again.';
    case 'none':
      if (when === 'while')
        return 'The microphone is gone, and what is said is missing until there is one: connect it, or another, and the recording goes on by itself.';
      return 'No microphone was found. Connect one: it is used as soon as it is there.';
    case 'busy':
      return 'The microphone could not be opened. Close other programs that use it, then try again.';
    case 'insecure':
      return 'Browsers let a page record only over HTTPS, or at an address of this computer such as http://127.0.0.1. Open Steno there, or use the desktop app.';
    case 'unsupported':
      return 'This browser cannot record for Steno. Use the desktop app, Chrome, Edge, or a new Firefox or Safari.';
  }
}

/** Of a browser that shares pictures alone. */
export const NO_SOUND =
  'This browser does not give the sound of this computer. Use the desktop app, Chrome or Edge.';

/** The same of what the computer plays. */
export function computerAdvice(state: InputState['computer']): string | null {
  switch (state) {
    case 'off':
    case 'on':
    case 'refused':
      return isDesktop && state === 'refused'
        ? `The computer’s sound was refused. ${COMPUTER_SETTING}`
        : null;
    case 'ended':
      return 'What this computer plays is no longer recorded: its sharing has ended. Choose it again to go on.';
    case 'silent':
      return 'It was shared without its sound. Choose it again, a tab of the browser for example, and turn on the switch for its sound.';
    case 'unknown':
      return NO_SOUND;
    case 'failed':
      return `The computer’s sound could not be opened. ${COMPUTER_SETTING}`;
  }
}

const COMPUTER_SETTING = {
  mac: 'Allow it in System Settings › Privacy & Security › Screen & System Audio Recording, under “System Audio Recording Only”, then try again. macOS 14.2 or later is needed.',
  windows: 'Check that a device for sound is connected, then try again.',
  linux:
    'Steno records the monitor of the default output of PulseAudio or PipeWire: check that one of them runs.',
}[system];

export function silenceAdvice(track: RecordedTrack): string {
  if (track === 'microphone')
    return `Nothing is heard from the microphone. Check that it is not muted, that its volume in ${MICROPHONE_SETTING} is up, or use another one.`;
  const mend = {
    mac: 'allow Steno in System Settings › Privacy & Security › Screen & System Audio Recording',
    windows: 'check which output the other program plays to: the default one is recorded',
    linux:
      'check the volume of the output’s monitor in the sound settings, for example with pavucontrol',
  }[system];
  return isDesktop
    ? `Nothing is heard from this computer yet. If something is playing, ${mend}.`
    : 'Nothing is heard from the shared tab yet. If something is playing in it, check that it is not muted and that its sound is shared.';
}
