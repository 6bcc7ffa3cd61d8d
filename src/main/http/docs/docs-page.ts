import { hash } from 'node:crypto';
import type { Hono } from 'hono';
import { Marked } from 'marked';
import { z } from 'zod';
import { escapeMarkup } from '../../../shared/exports/escape-html.ts';
import type { Core } from '../../core.ts';
import {
  createDocsService,
  DOC_TOPICS,
  type DocsService,
  type DocTopic,
} from '../../services/docs.service.ts';
import { portOf } from '../access/host-and-origin.ts';
import type { HttpEnv } from '../http-env.ts';
import { describeApi } from './openapi.ts';
import { writeReference } from './openapi-reference.ts';

/** The documentation of this very service: with its own address. */
export function createDocs({ config, baseUrl }: Core): DocsService {
  const { docsDir, version } = config;
  const described = () =>
    describeApi(version, { url: baseUrl(), port: portOf(new URL(baseUrl())) });
  return createDocsService({
    folder: docsDir,
    openapi: () => `${JSON.stringify(described(), null, 2)}\n`,
    reference: (part) => writeReference(describeApi(version), part),
    baseUrl,
  });
}

/** Serves `/docs`, a page without scripts or external resources, and the OpenAPI description behind it. */
export function serveDocs(app: Hono<HttpEnv>, { docs }: { docs: DocsService }): void {
  app.get('/openapi.json', async (c) =>
    c.body(await docs.read('openapi'), 200, { 'Content-Type': 'application/json' }),
  );
  app.get('/docs', async (c) => {
    c.header('Content-Security-Policy', CONTENT_SECURITY_POLICY);
    c.header('Cache-Control', 'no-cache');
    return c.html(await renderPage(docs));
  });
}

const PAGE_TOPICS = DOC_TOPICS.filter((topic) => topic !== 'openapi');

const TITLES: Record<Exclude<DocTopic, 'openapi'>, string> = {
  overview: 'Overview',
  transcriptions: 'Transcriptions',
  files: 'Files',
  models: 'Models',
  webhooks: 'Webhooks',
  errors: 'Errors',
  mcp: 'Coding agents',
  reference: 'Reference',
};

const STYLE = `
:root{color-scheme:light dark;--ink:light-dark(#1c1b1a,#e8e6e3);--quiet:light-dark(#66625d,#a19c95);
--line:light-dark(#e3e0dc,#35322f);--sheet:light-dark(#fdfcfb,#191817);--code:light-dark(#f3f1ee,#242220);
--link:light-dark(#1d5fa8,#82b4ec)}
*{box-sizing:border-box}
body{margin:0;background:var(--sheet);color:var(--ink);font:16px/1.6 system-ui,sans-serif;overflow-wrap:break-word}
.page{display:grid;grid-template-columns:11rem minmax(0,46rem);gap:3rem;max-width:66rem;margin:0 auto;padding:2rem 1.5rem}
nav{position:sticky;top:2rem;align-self:start}
nav ul{list-style:none;margin:1rem 0 0;padding:0}
nav a{display:block;padding:.2rem 0;color:var(--quiet);text-decoration:none}
nav a:hover{color:var(--ink)}
a{color:var(--link)}
:focus-visible{outline:2px solid var(--link);outline-offset:2px}
section{padding-bottom:1.5rem;margin-bottom:2rem;border-bottom:1px solid var(--line);scroll-margin-top:1rem}
h1{font-size:1.5rem}h2{font-size:1.125rem;margin-top:2rem}h3{font-size:1rem}
code{font:.875em/1.5 ui-monospace,monospace;background:var(--code);border-radius:4px;padding:.1em .3em;overflow-wrap:anywhere}
pre{background:var(--code);border-radius:8px;padding:1rem;overflow-x:auto;overflow-wrap:normal}
pre code{padding:0;background:none}
table{border-collapse:collapse;width:100%;font-size:.9375rem}
th,td{text-align:left;vertical-align:top;padding:.4rem .75rem .4rem 0;border-bottom:1px solid var(--line)}
thead:not(:has(th:not(:empty))){display:none}
@media(max-width:48rem){.page{display:block}nav{position:static}nav li{display:inline-block;margin-right:1rem}}
`;

const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${hash('sha256', STYLE, 'base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

async function renderPage(docs: DocsService): Promise<string> {
  const markdown = createMarkdown();
  const sections = await Promise.all(
    PAGE_TOPICS.map(async (topic) => {
      const html = await markdown.parse(await docs.read(topic));
      return `<section id="${topic}" aria-label="${TITLES[topic]}">\n${html}</section>`;
    }),
  );
  const links = PAGE_TOPICS.map((topic) => `<li><a href="#${topic}">${TITLES[topic]}</a></li>`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Steno: developer documentation</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>${STYLE}</style>
</head>
<body>
<div class="page">
<nav aria-label="Topics"><strong>Steno</strong><ul>${links.join('')}<li><a href="/openapi.json">OpenAPI</a></li></ul></nav>
<main>
${sections.join('\n')}
</main>
</div>
</body>
</html>
`;
}

/** Renders our own Markdown files; HTML in them is shown as text, and links to other pages go to their sections. */
function createMarkdown(): Marked {
  return new Marked({
    async: true,
    renderer: {
      html: ({ text }) => escapeMarkup(text),
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens);
        const page = /^(?:docs\/)?(\w+)\.md$/.exec(href)?.[1];
        const topic = PAGE_TOPICS.find((name) => name === page);
        if (topic) return `<a href="#${topic}">${text}</a>`;
        return /^(?:https?:|#|\/)/.test(href)
          ? `<a href="${escapeMarkup(href)}">${text}</a>`
          : text;
      },
    },
  });
}

/** About ten thousand tokens, which leaves an agent room in its context. */
const MAX_CHARACTERS = 40_000;

/** The position of a page within the whole. */
export const Place = z.object({
  unit: z.string().describe('What is counted: segments, lines or cues.'),
  total: z.int(),
  offset: z.int(),
  count: z.int(),
  next_offset: z.int().nullable().describe('`null` at the end.'),
  cut: z.string().nullable().describe('What is not shown here, and how to get it.'),
});
export type Place = z.infer<typeof Place>;

/** As many pieces from `offset` on as fit, but at least one, so that reading always progresses. */
export function takePage(
  pieces: readonly string[],
  {
    unit,
    offset,
    most = pieces.length,
    sizeOf,
  }: { unit: string; offset: number; most?: number; sizeOf: (piece: string) => number },
): { shown: string[]; place: Place } {
  const shown: string[] = [];
  let characters = 0;
  for (const piece of pieces.slice(offset, offset + most)) {
    characters += sizeOf(piece);
    if (shown.length > 0 && characters > MAX_CHARACTERS) break;
    shown.push(piece);
  }
  const total = pieces.length;
  const end = offset + shown.length;
  const rest = end < total;
  const place = {
    unit,
    total,
    offset,
    count: shown.length,
    next_offset: rest ? end : null,
    cut: rest ? `${total - end} of ${total} ${unit} follow: call with offset ${end}.` : null,
  };
  return { shown, place };
}
