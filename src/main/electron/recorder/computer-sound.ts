/** What lets the recorder's page have the sound that this computer plays. */
import type { App, Session } from 'electron';
import { openMonitor } from '../../media/pulse.ts';

/** Linux alone needs them: the first for the sound, the second for shortcuts under Wayland. */
const LINUX_FEATURES = 'PulseaudioLoopbackForScreenShare,GlobalShortcutsPortal';

/** Must be called before the app is ready. */
export function enableComputerSound({ commandLine }: App, platform: NodeJS.Platform): void {
  if (platform === 'linux') commandLine.appendSwitch('enable-features', LINUX_FEATURES);
}

/**
 * Answers the page of the own origin with the computer's sound. With it must come a picture: it is that of the page
 * itself, for which no system asks anything, and which the page throws away. No list of screens is asked for: that
 * opens the system's dialogs for recording the screen.
 */
export function giveComputerSound(
  session: Session,
  { platform, isOwnPage }: { platform: NodeJS.Platform; isOwnPage: (url: string) => boolean },
): void {
  session.setDisplayMediaRequestHandler((request, answer) => {
    const give = () => {
      const { frame } = request;
      const mayHave = frame && frame.parent === null && isOwnPage(request.securityOrigin);
      answer(mayHave && request.userGesture ? { video: frame, audio: 'loopback' } : null);
    };
    if (platform === 'linux') void openMonitor().finally(give);
    else give();
  });
}
