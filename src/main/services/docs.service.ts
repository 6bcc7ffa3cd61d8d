import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DEFAULT_PORT } from '../core/config.ts';
import { AppError } from '../core/errors.ts';

/** As written in the repository's pages. */
const USUAL_ADDRESS = `http://127.0.0.1:${DEFAULT_PORT}`;

/** The topics of the developer documentation, in reading order. */
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

type SectionTopic = 'overview' | 'transcriptions' | 'files' | 'errors';

/** The topics of api.md's sections; sections not listed here are about transcriptions. */
const TOPIC_OF_SECTION: Record<string, SectionTopic> = {
  Points: 'overview',
  'Everything else': 'overview',
  'Upload a file': 'files',
  'Watch a folder': 'files',
  'Errors of requests': 'errors',
  'Errors of transcriptions': 'errors',
  'Every code': 'errors',
};

export type DocsService = ReturnType<typeof createDocsService>;

/** The documentation as Markdown, from the same files and schemas as everything else; `openapi` is JSON. */
export function createDocsService({
  folder,
  openapi,
  reference,
  baseUrl,
}: {
  folder: string;
  /** Generated on request. */
  openapi: () => string;
  /** With `part`, only endpoints with it in their path; empty if there are none. */
  reference: (part?: string) => string;
  baseUrl: () => string;
}) {
  const page = (name: string) => readFile(join(folder, name), 'utf8');
  const sections = async (topic: SectionTopic) => sectionsOf(topic, await page('api.md'));

  const readers: Record<DocTopic, (path?: string) => Promise<string>> = {
    overview: () => sections('overview'),
    transcriptions: () => sections('transcriptions'),
    files: () => sections('files'),
    models: () => page('models.md'),
    webhooks: () => page('webhooks.md'),
    errors: () => sections('errors'),
    mcp: () => page('mcp.md'),
    reference: async (path) => reference(path) || noEndpoint(path),
    openapi: async () => openapi(),
  };

  return {
    /**
     * A topic, with this service's URL in place of the default one. `path` selects endpoints of the reference.
     * @throws not_found when no endpoint has it in its path; invalid_request with another topic
     */
    async read(topic: DocTopic, path?: string): Promise<string> {
      if (path !== undefined && topic !== 'reference') {
        const message = '"path" goes with the topic "reference" only.';
        throw new AppError('invalid_request', { param: 'path', message });
      }
      return (await readers[topic](path)).replaceAll(USUAL_ADDRESS, baseUrl());
    },
  };
}

function noEndpoint(path = ''): never {
  const message = `No endpoint has "${path}" in its path.`;
  throw new AppError('not_found', { param: 'path', message });
}

/** The sections of a page that belong to a topic; text before the first section belongs to the overview. */
function sectionsOf(topic: SectionTopic, markdown: string): string {
  const sections = markdown.split(/^(?=## )/m);
  const topicOf = (section: string): SectionTopic => {
    if (!section.startsWith('## ')) return 'overview';
    return TOPIC_OF_SECTION[section.slice(3, section.indexOf('\n'))] ?? 'transcriptions';
  };
  return sections.filter((section) => topicOf(section) === topic).join('\n');
}
