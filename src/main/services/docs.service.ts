import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../errors.ts';

/** What a developer can read about, in reading order. */
export const DOC_TOPICS = [
  'overview',
  'transcriptions',
  'files',
  'models',
  'webhooks',
  'errors',
  'mcp',
  'reference',
  'openapi',
] as const;
export type DocTopic = (typeof DOC_TOPICS)[number];

export type DocsService = ReturnType<typeof createDocsService>;

/** The documentation as Markdown, from the same files and schemas as everything else; `openapi` is JSON. */
export function createDocsService({
  folder,
  openapi,
  reference,
}: {
  folder: string;
  /** Made when somebody asks. */
  openapi: () => string;
  reference: () => string;
}) {
  const page = (name: string) => readFile(join(folder, name), 'utf8');
  const section = async (...headings: string[]) => {
    const text = await page('api.md');
    return headings.map((heading) => findSection(text, heading)).join('\n');
  };

  const readers: Record<DocTopic, () => Promise<string>> = {
    overview: async () =>
      `${introduction(await page('api.md'))}\n${await section('Points', 'The rest')}`,
    transcriptions: () =>
      section(
        'Transcribe',
        'Export a result',
        'Follow what happens',
        'Listen and correct',
        'What it will take',
        'Structured text and language models',
        'Speakers',
      ),
    files: () => section('Upload a file', 'Watch a folder'),
    models: () => page('models.md'),
    webhooks: () => page('webhooks.md'),
    errors: () => section('Errors of requests', 'Errors of transcriptions', 'Every code'),
    mcp: () => page('mcp.md'),
    reference: async () => reference(),
    openapi: async () => openapi(),
  };

  return {
    read: (topic: DocTopic): Promise<string> => readers[topic](),
  };
}

function introduction(markdown: string): string {
  return markdown.slice(0, markdown.indexOf('\n## '));
}

/** From a heading to the next of its rank. @throws internal when the page has no such heading */
function findSection(markdown: string, heading: string): string {
  const parts = markdown.split(/^(?=## )/m);
  const found = parts.find((part) => part.startsWith(`## ${heading}\n`));
  if (found === undefined) throw new AppError('internal', { message: `No section "${heading}".` });
  return found;
}
