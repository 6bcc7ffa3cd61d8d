/** Forms that contain a recording. */
import { Readable } from 'node:stream';
import type { ReadableStream as WebStream } from 'node:stream/web';
import busboy from 'busboy';
import type { Context } from 'hono';
import type { UploadedFile } from '../../shared/sources/uploaded-file.ts';
import { AppError, isNodeError } from '../core/errors.ts';
import type { FileService } from '../services/sources/file.service.ts';
import type { HttpEnv } from './http-env.ts';

const MOST_FIELDS = 50;
const LONGEST_FIELD_BYTES = 8 * 1024;
const NO_BOUNDARY =
  'The Content-Type names no boundary between the parts of the form. Let what builds the form write that header.';

/** The fields of a form by name: all values of that name, in order. */
export type FormFields = ReadonlyMap<string, readonly string[]>;
type ReceivedForm = { file: UploadedFile; fields: FormFields };

/**
 * Stores the one file of a form as it arrives: a recording is never held in memory. Of its fields only those of these names are
 * kept: others, such as samples of voices, may be of any length.
 *
 * @throws unsupported_media_type, invalid_request; what storing throws
 */
export async function receiveForm(
  c: Context<HttpEnv>,
  files: FileService,
  names: readonly string[] = [],
): Promise<ReceivedForm> {
  const type = c.req.header('content-type') ?? '';
  if (!type.toLowerCase().startsWith('multipart/form-data')) {
    throw new AppError('unsupported_media_type', {
      message: 'Send the file as multipart/form-data, in a field named "file".',
    });
  }
  const body = c.req.raw.body;
  if (!body) throw missingFile();
  const source = Readable.fromWeb(body as WebStream<Uint8Array>);
  using revoked = c.get('untilRevoked')();
  const signals = [c.req.raw.signal, ...(revoked ? [revoked.signal] : [])];
  const signal = AbortSignal.any(signals);
  try {
    return await parse(source, type, {
      names,
      store: (content, filename) => files.store(content, filename, c.get('principal'), { signal }),
      discard: (file) => files.removeOf(file.url),
    });
  } catch (error) {
    throw revoked?.signal.aborted ? new AppError('unauthorized') : error;
  } finally {
    source.destroy();
  }
}

type Receiver = {
  names: readonly string[];
  store(content: NodeJS.ReadableStream, filename: string): Promise<UploadedFile>;
  /** Deletes the file of a form that broke off after it, whose URL no one was given. */
  discard(file: UploadedFile): Promise<void>;
};

/**
 * Passes the form's one file to `store` and collects its fields.
 * @throws invalid_request if there is none or more than one, or the form is malformed
 */
function parse(
  source: Readable,
  contentType: string,
  { names, store, discard }: Receiver,
): Promise<ReceivedForm> {
  return new Promise((resolve, reject) => {
    const form = openForm(contentType);
    const fields = new Map<string, string[]>();
    let stored: Promise<UploadedFile> | null = null;
    let refused = false;
    const refuse = async (error: unknown): Promise<void> => {
      if (refused) return;
      refused = true;
      source.unpipe(form);
      const file = await stored?.catch(() => null);
      if (file) await discard(file);
      reject(error);
    };
    const refuseFor = (error: unknown): void => void refuse(error).catch(reject);
    form.on('file', (field, content, info) => {
      // What is refused before may still be read to the end of what has arrived.
      if (field === 'file' && !stored && !refused) {
        stored = store(content, nameOf(info.filename));
        stored.catch((error) => refuseFor(isOurs(error) ? error : brokenForm(error)));
        return;
      }
      // An interrupted form also emits its error here.
      content.on('error', () => {}).resume();
      if (field === 'file') refuseFor(secondFile());
    });
    form.on('field', (name, value, { valueTruncated }) => {
      if (!names.includes(name)) return;
      if (valueTruncated)
        refuseFor(
          new AppError('invalid_request', { param: name, message: `"${name}" is too long.` }),
        );
      fields.set(name, [...(fields.get(name) ?? []), value]);
    });
    form.on('filesLimit', () => refuseFor(secondFile()));
    form.on('fieldsLimit', () => refuseFor(tooManyFields()));
    form.on('error', (cause) => refuseFor(brokenForm(cause)));
    form.on('close', () => {
      if (refused) return;
      if (stored)
        stored.then(
          (file) => resolve({ file, fields }),
          () => {},
        );
      else reject(missingFile());
    });
    source.on('error', (cause) => {
      form.destroy();
      refuseFor(brokenForm(cause));
    });
    source.pipe(form);
  });
}

function openForm(contentType: string): busboy.Busboy {
  try {
    return busboy({
      headers: { 'content-type': contentType },
      defParamCharset: 'utf8',
      limits: { files: 10, fields: MOST_FIELDS, fieldSize: LONGEST_FIELD_BYTES },
    });
  } catch (cause) {
    throw new AppError('invalid_request', { message: NO_BOUNDARY, cause });
  }
}

/** Browsers escape these three characters and no others (https://html.spec.whatwg.org/#multipart-form-data). */
function nameOf(escaped = ''): string {
  return escaped.replaceAll('%22', '"').replaceAll('%0D', '\r').replaceAll('%0A', '\n');
}

/** Whether storing itself failed, for example for lack of space, rather than the form breaking off. */
function isOurs(error: unknown): boolean {
  return error instanceof AppError || (isNodeError(error) && error.syscall !== undefined);
}

function missingFile(): AppError {
  return new AppError('invalid_request', {
    param: 'file',
    message: 'The form has no file in a field named "file".',
  });
}

function secondFile(): AppError {
  return new AppError('invalid_request', {
    param: 'file',
    message: 'The form has more than one file. Send each in a form of its own.',
  });
}

function tooManyFields(): AppError {
  const message = `The form has more than ${MOST_FIELDS} fields.`;
  return new AppError('invalid_request', { message });
}

function brokenForm(cause: unknown): AppError {
  const message = isMalformed(cause)
    ? 'The form is not valid: a part of it has a header that cannot be read.'
    : 'The upload broke off.';
  return new AppError('invalid_request', { message, cause });
}

/** As busboy says it, which has no codes. */
function isMalformed(cause: unknown): boolean {
  return cause instanceof Error && cause.message === 'Malformed part header';
}
