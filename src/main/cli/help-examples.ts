import type { Command } from 'commander';

/** Example commands and what they do; by the words that call the command. */
const EXAMPLES: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  serve: [
    ['steno serve', 'for programs on this machine, at http://127.0.0.1:4717'],
    [
      'steno serve --public-url https://steno.example.com',
      'for other machines, behind a proxy with TLS',
    ],
  ],
  worker: [
    [
      'STENO_KEY=… steno worker https://steno.example.com',
      'its windows of sound are transcribed here, too',
    ],
  ],
  machines: [['steno machines', 'who helps, and with what']],
  'sign-in': [['steno sign-in', 'a link that signs one browser in']],
  continue: [['steno continue trs_… --out texts', 'only what is left is transcribed']],
  'queue failed': [['steno queue failed', 'which parts, and why']],
  'queue retry': [
    ['steno queue retry --all --out texts', 'only these parts, once what failed is mended'],
  ],
  transcribe: [
    ['steno transcribe talk.mp3', 'prints the text'],
    [
      'steno transcribe interviews --recursive --out texts --format txt,srt',
      'a text and subtitles for each recording of a folder',
    ],
    ['steno transcribe https://example.com/talk.mp4 --language en', 'what a link leads to'],
    ['arecord -d 60 | steno transcribe -', 'what another program pipes in'],
    [
      'steno transcribe board.wav --vocabulary "Zoë Marchetti, Kubernetes"',
      'with names spelled right',
    ],
    ['steno transcribe board.wav --project "Board meetings"', 'with the options of a project'],
  ],
  record: [
    ['steno record --out notes', 'a dictation, until Ctrl-C'],
    [
      'steno record --computer --speaker "Ann" --title "Weekly call"',
      'a call: what you say, and what the others do',
    ],
  ],
  watch: [
    ['steno watch ~/Recordings --format txt,srt', 'writes both beside each recording'],
    [
      'steno watch /mnt/recorder --recursive --out ~/Texts --once',
      'what is on a recorder now, such as every night',
    ],
    ["steno watch inbox --json | jq -r '.files[]'", 'the files, as they are written'],
  ],
  import: [
    ['steno import talk.mp3 talk.srt', 'a transcript to correct, without transcribing it again'],
    ['steno import P03.wav P03.eaf --project Interviews', 'of ELAN, into a project'],
  ],
  quote: [['steno quote talk.mp3 --model large-v3-turbo', 'how long this model would take']],
  export: [
    ['steno export trs_… --format srt', 'prints the subtitles of a recording'],
    ['steno export --all --out texts --format md', 'the whole library as Markdown'],
  ],
  'auto-export': [
    ['steno auto-export --format md,srt --out ~/Texts', 'both of every recording from now on'],
    ['steno auto-export --beside', 'what comes from the watch folder, beside the recording'],
    ['steno auto-export --off', 'nothing any more'],
  ],
  clip: [
    ['steno clip trs_… --from 1:02 --to 1:40 -o quote.mp4', 'a part of the recording'],
    [
      'steno clip trs_… --from 1:02 --to 1:40 --subtitles burned',
      'with its subtitles in the picture',
    ],
  ],
  video: [
    ['steno video trs_… -o talk.mp4', 'with subtitles that players switch on and off'],
    ['steno video trs_… --subtitles burned --language de', 'with German ones in the picture'],
  ],
  translate: [['steno translate trs_… --to de', 'subtitles in German, by the language model']],
  speakers: [['steno speakers talk.mp3 --expected 2', 'who of two people speaks when']],
  'projects list': [
    ["steno projects list --json | jq -r '.data[].name'", 'the names, for a script'],
  ],
  'projects create': [['steno projects create "Board meetings"', 'prints its id']],
  'projects rename': [
    ['steno projects rename Podcast "Podcast 2026"', 'its recordings stay in it'],
  ],
  'projects delete': [['steno projects delete Podcast', 'its recordings are then in none']],
  'keys create': [
    ['steno keys create --name n8n --scope own', 'a key that sees only what it makes itself'],
  ],
  'keys list': [["steno keys list --json | jq -r '.data[].id'", 'the ids, for a script']],
  'keys revoke': [['steno keys revoke key_…', 'an id that "steno keys list" shows']],
  'sessions list': [['steno sessions', 'which browsers are signed in']],
  'sessions end': [['steno sessions end --all', 'signs every browser out']],
  'models list': [['steno models list', 'what is installed, and which is used']],
  'models catalogue': [['steno models catalogue', 'what suits this machine']],
  'models download': [['steno models download base', 'one of the catalogue']],
  'models add': [
    ['steno models add ggml-medium.bin --name medium', 'a file you have, which stays in place'],
  ],
  'models default': [
    ['steno models default large-v3-turbo', 'for all recordings'],
    ['steno models default german --language de', 'for recordings in German'],
  ],
  'models confirm': [['steno models confirm medium', 'after its file was changed on purpose']],
  'models mirror': [['steno models mirror https://mirror.example.com', 'instead of the usual one']],
  'models remove': [['steno models remove base', 'frees its place on the disk']],
  'yt-dlp status': [['steno yt-dlp status', 'which one is used, and its version']],
  'yt-dlp update': [['steno yt-dlp update', 'when a platform cannot be read any more']],
  'yt-dlp revert': [['steno yt-dlp revert', 'when the newest one does worse']],
  backup: [
    ['steno backup', 'the database, into the data folder'],
    ['steno backup --to /mnt/disk/steno', 'everything but models, elsewhere'],
  ],
  migrate: [
    [
      'steno migrate --data /srv/steno --database postgres://steno@db.example.com/steno',
      'moves the rows, and checks each of them',
    ],
  ],
  'storage move': [
    [
      'steno storage move --to s3://recordings/steno',
      'copies uploads and recordings, and compares each of them',
    ],
  ],
  restore: [['steno restore', 'goes back to the newest good backup']],
  doctor: [['steno doctor --fix', 'checks everything and mends what can be mended']],
  devices: [['steno devices', 'which graphics cards there are, and whether they can be trusted']],
  'bench engine': [['steno bench engine --runs 3', 'how fast the default model is here']],
  completion: [
    ['eval "$(steno completion bash)"', 'in ~/.bashrc'],
    ['eval "$(steno completion zsh)"', 'in ~/.zshrc, after compinit'],
    ['steno completion fish | source', 'in ~/.config/fish/config.fish'],
  ],
};

/** Appends the examples of each command to its help. */
export function addExamples(program: Command): void {
  const visit = (command: Command, path: readonly string[]): void => {
    const examples = EXAMPLES[path.join(' ')] ?? [];
    const lines = examples.flatMap(([line, what]) => [`  ${line}`, `      ${what}`]);
    if (lines.length > 0) command.addHelpText('after', ['', 'Examples:', ...lines].join('\n'));
    for (const sub of command.commands) visit(sub, [...path, sub.name()]);
  };
  visit(program, []);
}
