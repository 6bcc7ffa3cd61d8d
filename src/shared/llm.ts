/** The language model that may improve structured text: a server the user configures; there is none by default. */
import { z } from 'zod';

/** The supported kinds of language model servers. */
export const LlmKind = z
  .enum(['ollama', 'llama.cpp', 'lm-studio', 'openai'])
  .describe('`openai` is any server that speaks the chat completions API of OpenAI.')
  .meta({ id: 'LlmKind' });
export type LlmKind = z.infer<typeof LlmKind>;

const baseUrl = z
  .string()
  .max(500)
  .refine(
    isServerAddress,
    'must be an https address, or an http address on this machine or network',
  )
  .describe('Such as `http://127.0.0.1:11434`; with or without `/v1` at its end.');
const model = z.string().min(1).max(200).describe('A name of `POST /v1/llm/models`.');
const apiKey = z
  .string()
  .max(500)
  .regex(/^[\x21-\x7e]+$/, 'must have no spaces')
  .nullable()
  .optional()
  .describe('Never shown again. Left out, the stored one stays if the server is the same.');

/** A language model server as the user enters it. */
export const LlmServerInput = z
  .strictObject({ kind: LlmKind, base_url: baseUrl, api_key: apiKey })
  .meta({ id: 'LlmServerInput' });
export type LlmServerInput = z.infer<typeof LlmServerInput>;

export const LlmSettingsInput = LlmServerInput.extend({ model }).meta({ id: 'LlmSettingsInput' });
export type LlmSettingsInput = z.infer<typeof LlmSettingsInput>;

/** The configured server; its key is never returned. */
export const LlmSettings = z
  .object({
    kind: LlmKind,
    base_url: baseUrl,
    model,
    has_api_key: z.boolean().describe('Whether a key is stored; the key itself is never told.'),
  })
  .meta({ id: 'LlmSettings' });
export type LlmSettings = z.infer<typeof LlmSettings>;

export const LlmModelList = z
  .object({ data: z.array(z.object({ name: z.string() })) })
  .meta({ id: 'LlmModelList' });
export type LlmModelList = z.infer<typeof LlmModelList>;

const MACHINE_ADDRESS = /^127\.[\d.]+$|^\[::1\]$|(?:^|\.)localhost$/;
const LOCAL_SUFFIXES = ['.local', '.lan', '.home.arpa', '.internal'];
const PRIVATE_ADDRESS =
  /^(?:10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.)[\d.]+$|^\[(?:f[cd][\da-f]{2}:.*|fe80:.*)\]$/;

/** How far data sent to a URL travels; `null` if it is not a server's URL. */
export function reachOf(address: string): 'machine' | 'network' | 'internet' | null {
  const url = /^https?:\/\//i.test(address) ? URL.parse(address) : null;
  if (url === null) return null;
  const host = url.hostname;
  if (MACHINE_ADDRESS.test(host)) return 'machine';
  const local = !/[.:]/.test(host) || LOCAL_SUFFIXES.some((suffix) => host.endsWith(suffix));
  return local || PRIVATE_ADDRESS.test(host) ? 'network' : 'internet';
}

/** Transcripts must not cross the internet unencrypted; servers on a home network rarely have certificates. */
function isServerAddress(address: string): boolean {
  const reach = reachOf(address);
  const url = URL.parse(address);
  if (reach === null || url === null || url.username !== '' || url.password !== '') return false;
  if (url.search !== '' || url.hash !== '') return false;
  return url.protocol === 'https:' || reach !== 'internet';
}
