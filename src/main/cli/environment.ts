import type { Command } from 'commander';

const HELP_WIDTH = 80;

const VARIABLES = {
  STENO_KEY: 'a key of the service with the scope worker; needed',
  STENO_LANES: 'windows of sound to transcribe at once; two to four when left out',
  STENO_THREADS: 'processor threads for each of these windows',
  STENO_LOG: 'what is logged: trace, debug, info, warn, error, fatal or silent',
  STENO_ALLOW_PRIVATE:
    '1 or 0: whether recordings and webhooks may be at addresses of this machine and its network; 1 when left out, and 0 for a service that other machines reach',
  STENO_FFMPEG: 'the ffmpeg to use',
  STENO_CHROMIUM: 'the Chromium, Chrome or Edge that makes PDFs',
  STENO_YT_DLP: 'the yt-dlp to use, instead of the one that Steno has downloaded',
  STENO_YT_DLP_URL: 'where yt-dlp is downloaded from; empty for nowhere',
  STENO_DENO: 'the Deno that solves the JavaScript challenges of platforms, instead of Node',
  STENO_ENGINE: 'the transcription engine to use',
  STENO_PRECISION:
    'f16, bf16, int8 or int16: what the encoders of f16 models are multiplied in; what suits the processor when left out',
  STENO_SOFTWARE_DEVICE:
    '1: counts a program that plays a graphics card as one, for tests; it is slow',
  STENO_RESOURCES: 'the folder with the built-in models and the engine',
} as const;

type Variable = keyof typeof VARIABLES;

export const ENGINE_VARIABLES = [
  ...(['STENO_ENGINE', 'STENO_PRECISION'] as const),
  ...(['STENO_SOFTWARE_DEVICE', 'STENO_RESOURCES'] as const),
] as const;
export const YT_DLP_VARIABLES = ['STENO_YT_DLP', 'STENO_YT_DLP_URL'] as const;
export const DOCTOR_VARIABLES = ['STENO_FFMPEG', ...YT_DLP_VARIABLES, ...ENGINE_VARIABLES] as const;
/** The variables that `steno serve` reads, as does a command that runs the service itself. */
export const SERVICE_VARIABLES = [
  ...(['STENO_LOG', 'STENO_ALLOW_PRIVATE', 'STENO_DENO', 'STENO_CHROMIUM'] as const),
  ...DOCTOR_VARIABLES,
] as const;

/** Appends them to a command's help. */
export function withVariables(command: Command, names: readonly Variable[]): Command {
  const termWidth = Math.max(...names.map((name) => name.length));
  return command.addHelpText('after', () => {
    const helper = command.createHelp();
    helper.prepareContext({ helpWidth: HELP_WIDTH });
    const items = names.map((name) => helper.formatItem(name, termWidth, VARIABLES[name], helper));
    return ['', 'Environment:', ...items].join('\n');
  });
}
