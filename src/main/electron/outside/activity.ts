import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { App } from 'electron';
import type { ServerEvent } from '../../../shared/api.ts';
import type { TranscriptionSummary } from '../../../shared/transcription/transcription.ts';

/** What is going on now; `progress` is the mean of all that is not over, `null` when nothing is. */
export type Activity = { active: number; progress: number | null };

/** A transcription that has just come to its end. */
export type Ended = { id: string; title: string; completed: boolean; message: string | null };

/** Follows the live events, for what the shell shows outside the window. */
export function createActivityLog() {
  const active = new Map<string, number>();
  return {
    /** Takes an event in. Returns the transcription that it ended, if it ended one that was under way. */
    apply(event: ServerEvent): Ended | null {
      if (event.type === 'transcription_deleted') active.delete(event.id);
      if (event.type !== 'transcription') return null;
      const { id, status, progress, error } = event.transcription;
      if (status === 'queued' || status === 'processing') {
        active.set(id, progress);
        return null;
      }
      const wasActive = active.delete(id);
      if (!wasActive || error?.code === 'canceled') return null;
      const completed = status === 'completed';
      return {
        id,
        title: titleOf(event.transcription),
        completed,
        message: error?.message ?? null,
      };
    },

    now(): Activity {
      const parts = [...active.values()];
      const sum = parts.reduce((total, part) => total + part, 0);
      return { active: parts.length, progress: parts.length > 0 ? sum / parts.length : null };
    },
  };
}

/** In words, for a tooltip. */
export function describeActivity({ active, progress }: Activity): string {
  if (progress === null) return 'Steno';
  const percent = Math.floor(progress * 100);
  return active === 1
    ? `Steno: transcribing, ${percent}%`
    : `Steno: ${active} recordings, ${percent}%`;
}

function titleOf({ source }: TranscriptionSummary): string {
  return source.title ?? source.url;
}

type LoginItem = {
  app: Pick<App, 'setLoginItemSettings'>;
  platform: NodeJS.Platform;
  /** The program to start. */
  program: string;
  /** The person's configuration folder, where Linux looks for programs to start. */
  configDir: string;
};

/** Starts Steno when the person signs in to the system, or no longer; without opening its window. */
export async function setOpenAtLogin(
  { app, platform, program, configDir }: LoginItem,
  open: boolean,
): Promise<void> {
  if (platform !== 'linux') {
    app.setLoginItemSettings({ openAtLogin: open, args: ['--hidden'] });
    return;
  }
  const folder = join(configDir, 'autostart');
  const file = join(folder, 'steno.desktop');
  if (!open) return rm(file, { force: true });
  await mkdir(folder, { recursive: true });
  await writeFile(file, desktopEntry(program));
}

/** Whether the system has just started Steno at login, on macOS: elsewhere the command line says `--hidden`. */
export function wasOpenedByMac(
  app: Pick<App, 'getLoginItemSettings'>,
  platform: NodeJS.Platform,
): boolean {
  return platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin;
}

/** https://specifications.freedesktop.org/autostart-spec/latest/ ; the quoting is that of its Exec key. */
function desktopEntry(program: string): string {
  const quoted = program.replace(/[\\"`$]/g, (character) => `\\${character}`);
  const lines = ['[Desktop Entry]', 'Type=Application', 'Name=Steno', `Exec="${quoted}" --hidden`];
  return `${lines.join('\n')}\n`;
}
