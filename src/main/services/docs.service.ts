import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DEFAULT_PORT } from '../config.ts';
import { AppError } from '../errors.ts';

/** As the pages in the repository have it. */
const USUAL_ADDRESS = `http://127.0.0.1:${DEFAULT_PORT}`;

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

type SectionTopic = 'overview' | 'transcriptions' | 'files' | 'errors';

/** Where the sections of api.md belong; those that are not named here are about transcriptions. */
const TOPIC_OF_SECTION: Record<string, SectionTopic> = {
  Points: 'overview',
  'The rest': 'overview',
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
  /** Made when somebody asks. */
  openapi: () => string;
  /** With `part`, of the endpoints with that in their path; empty where there is none. */
  reference: (part?: string) => string;
  /** Where this service is. */
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
     * A topic, with the address of this service where the pages have the usual one. `path` chooses endpoints of the
     * reference.
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

/** The sections of a page that belong to a topic, what stands before the first of them among the overview. */
function sectionsOf(topic: SectionTopic, markdown: string): string {
  const sections = markdown.split(/^(?=## )/m);
  const topicOf = (section: string): SectionTopic => {
    if (!section.startsWith('## ')) return 'overview';
    return TOPIC_OF_SECTION[section.slice(3, section.indexOf('\n'))] ?? 'transcriptions';
  };
  return sections.filter((section) => topicOf(section) === topic).join('\n');
}
