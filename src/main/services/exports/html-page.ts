/** A transcript as one HTML file with a player, which loads nothing from any server and can be printed. */
import { hash } from 'node:crypto';
import { escapeHtml as escaped } from '../../../shared/exports/escape-html.ts';
import type { ExportDocument, Passage, Section } from '../../../shared/exports/export-document.ts';
import { MARK_STYLE, markedList, markedText } from '../../../shared/exports/marked-html.ts';

/** The recording in the page: its media type and its bytes in base64. */
export type PageMedia = { type: string; base64: string };

const COLORS = 6;

export function writePage(
  document: ExportDocument,
  { media }: { media: PageMedia | null },
): string {
  const title = escaped(document.title);
  const colors = colorSpeakers(document);
  return `<!doctype html>
<html lang="${escaped(document.language ?? 'und')}">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; media-src data: blob:; style-src '${digest(STYLE)}'; script-src '${digest(SCRIPT)}'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="generator" content="Steno">
<title>${title}</title>
<style>${STYLE}</style>
<header>
<h1 dir="auto">${title}</h1>
<p class="quiet" dir="auto">${document.facts.map(escaped).join(' · ')}</p>
</header>
${player(media)}
<main>
${[...overview(document), ...contents(document.sections)].join('\n')}
${document.sections.map((section, index) => chapter(section, index, { document, colors })).join('\n')}
${markedList(document, ({ start, time }) => stamp(start, time)).join('')}
</main>
<script>${SCRIPT}</script>
</html>
`;
}

function player(media: PageMedia | null): string {
  const element = media?.type.startsWith('video/') ? 'video' : 'audio';
  if (media !== null) {
    const source = `data:${escaped(media.type)};base64,${media.base64}`;
    return `<section id="player" aria-label="Recording"><${element} controls preload="metadata" src="${source}"></${element}></section>`;
  }
  return `<section id="player" aria-label="Recording"><label>Open the recording to listen along: <input type="file" accept="audio/*,video/*"></label>
<video controls hidden></video></section>`;
}

function overview({ summary, highlights }: ExportDocument): string[] {
  const items = highlights.map(
    ({ start, time, text }) => `<li dir="auto">${stamp(start, time)}${escaped(text)}</li>`,
  );
  return [
    ...(summary === '' ? [] : [`<h2>Summary</h2>\n<p dir="auto">${escaped(summary)}</p>`]),
    ...(items.length === 0 ? [] : [`<h2>Key points</h2>\n<ul>\n${items.join('\n')}\n</ul>`]),
  ];
}

function contents(sections: readonly Section[]): string[] {
  if (sections.length < 2) return [];
  const items = sections.map(
    ({ title }, index) => `<li><a href="#chapter-${index}" dir="auto">${escaped(title)}</a></li>`,
  );
  return [`<nav aria-label="Contents"><h2>Contents</h2>\n<ol>\n${items.join('\n')}\n</ol></nav>`];
}

type Shown = { document: ExportDocument; colors: ReadonlyMap<string, number> };

function chapter(section: Section, index: number, shown: Shown): string {
  const heading =
    section.title === ''
      ? '<h2>Transcript</h2>\n'
      : `<h2 dir="auto">${stamp(section.start, section.time)}${escaped(section.title)}</h2>\n`;
  const passages = section.passages.map((passage) => paragraph(passage, shown)).join('\n');
  return `<section id="chapter-${index}">\n${heading}${passages}\n</section>`;
}

function paragraph(passage: Passage, { document, colors }: Shown): string {
  const { speaker, start, time } = passage;
  const who =
    speaker === null
      ? ''
      : `<b class="s${colors.get(speaker)}" dir="auto">${escaped(speaker)}</b> `;
  return `<p dir="auto" data-start="${start}">${who}${stamp(start, time)}${markedText(passage, document, true)}</p>`;
}

/** Always a button, since the player needs it; it shows a time only if the file is to have times. */
function stamp(start: number, time: string | null): string {
  const label = time ?? 'Play from here';
  const shown = time ?? '▸';
  return `<button type="button" data-at="${start}" aria-label="Play from ${escaped(label)}">${shown}</button> `;
}

/** By the order in which they first speak; never the only distinction, since the names are shown too. */
function colorSpeakers({ sections }: ExportDocument): Map<string, number> {
  const colors = new Map<string, number>();
  for (const { speaker } of sections.flatMap(({ passages }) => passages)) {
    if (speaker !== null && !colors.has(speaker)) {
      colors.set(speaker, (colors.size % COLORS) + 1);
    }
  }
  return colors;
}

function digest(text: string): string {
  return `sha256-${hash('sha256', text, 'base64')}`;
}

const STYLE = `${MARK_STYLE}:root{color-scheme:light dark;--ink:light-dark(#1c1b1a,#e8e6e3);--quiet:light-dark(#66625d,#a19c95);
--line:light-dark(#e3e0dc,#35322f);--sheet:light-dark(#fdfcfb,#191817);--now:light-dark(#e4eefb,#1f2f42);
--accent:light-dark(#1d5fa8,#82b4ec);
--s1:light-dark(#0b3fd0,#7e93ff);--s2:light-dark(#b54504,#ff7414);--s3:light-dark(#107957,#35ee84);
--s4:light-dark(#92108d,#d3a1d7);--s5:light-dark(#121b40,#faf742);--s6:light-dark(#432503,#db858c)}
*{box-sizing:border-box}
body{margin:0 auto;max-width:42rem;padding:2.5rem 1.25rem 6rem;background:var(--sheet);color:var(--ink);
font:17px/1.65 system-ui,sans-serif;overflow-wrap:anywhere}
h1{font-size:1.75rem;line-height:1.25;margin:0}
h2{font-size:1.15rem;line-height:1.35;margin:2.5rem 0 .5rem}
#player{position:sticky;top:0;margin:1.25rem 0;padding:.75rem 0;background:var(--sheet);border-bottom:1px solid var(--line);z-index:1}
#player :is(audio,video){width:100%;display:block}
#player video{max-height:40vh;background:#000}
#player label{font-size:.9rem;color:var(--quiet)}
[hidden]{display:none!important}
a{color:var(--accent)}
ol,ul{padding:0}
li{margin-inline-start:1.4rem}
section{scroll-margin-top:6rem}
p{margin:0 0 .9rem;padding:.1rem .5rem;margin-inline:-.5rem;border-radius:.4rem}
p.now{background:var(--now)}
p.quiet{color:var(--quiet);font-size:.9rem;margin:.4rem -.5rem 0}
button[data-at]{font:inherit;font-size:.8rem;font-variant-numeric:tabular-nums;color:var(--quiet);background:none;border:0;padding:0 .15rem;cursor:pointer;border-radius:.25rem}
button[data-at]:is(:hover,:focus-visible){color:var(--accent);text-decoration:underline}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
${Array.from({ length: COLORS }, (_, index) => `.s${index + 1}{color:var(--s${index + 1})}`).join('')}
@media print{:root{color-scheme:light}#player,nav{display:none}body{max-width:none;padding:0;font-size:11pt}
p{break-inside:avoid-page}h2{break-after:avoid}p.now{background:none}}
`;

const SCRIPT = `
const player = document.querySelector('#player :is(audio, video)');
const chooser = document.querySelector('#player input');
const paragraphs = [...document.querySelectorAll('[data-start]')];
chooser?.addEventListener('change', () => {
  if (!chooser.files[0]) return;
  if (player.src) URL.revokeObjectURL(player.src);
  player.src = URL.createObjectURL(chooser.files[0]);
  player.hidden = false;
});
document.addEventListener('click', ({ target }) => {
  const button = target.closest('[data-at]');
  if (!button) return;
  if (!player.src) return chooser?.click();
  player.currentTime = Number(button.dataset.at);
  player.play();
});
let now = null;
player.addEventListener('timeupdate', () => {
  const next = paragraphs.findLast(({ dataset }) => Number(dataset.start) <= player.currentTime + 0.05);
  if (next === now) return;
  now?.classList.remove('now');
  next?.classList.add('now');
  now = next;
});
`;
