import { Readable } from 'node:stream';
import type { ReadableStream as WebStream } from 'node:stream/web';
import busboy from 'busboy';
import type { Context } from 'hono';
import type { UploadedFile } from '../../../shared/api.ts';
import { routes } from '../../../shared/routes/routes.ts';
import { AppError, isNodeError } from '../../errors.ts';
import type { FileService } from '../../services/sources/file.service.ts';
import type { SourceService, YtDlpService } from '../../services/sources/source.service.ts';
import type { HttpEnv, Serve } from '../serve.ts';

/** Multipart, streamed to disk as it arrives: a recording never lies in memory. */
export function fileRoutes(serve: Serve, { files }: { files: FileService }): void {
  serve(routes.uploadFile, (_, c) => receive(c, files));
}

async function receive(c: Context<HttpEnv>, files: FileService): Promise<UploadedFile> {
  const type = c.req.header('content-type') ?? '';
  if (!type.toLowerCase().startsWith('multipart/form-data')) {
    throw new AppError('unsupported_media_type', {
      message: 'Send the file as multipart/form-data, in a field named "file".',
    });
  }
  const body = c.req.raw.body;
  if (!body) throw missingFile();
  const source = Readable.fromWeb(body as WebStream<Uint8Array>);
  const revoked = c.get('untilRevoked')();
  const signals = [c.req.raw.signal, ...(revoked ? [revoked.signal] : [])];
  const signal = AbortSignal.any(signals);
  try {
    return await parse(source, type, {
      store: (content, filename) => files.store(content, filename, c.get('principal'), signal),
      discard: (file) => files.removeOf(file.url),
    });
  } finally {
    revoked?.release();
    source.destroy();
  }
}

type Receiver = {
  store(content: NodeJS.ReadableStream, filename: string): Promise<UploadedFile>;
  /** Of a form that broke off after its file, whose address nobody learns. */
  discard(file: UploadedFile): Promise<void>;
};

/**
 * Runs the form's one file through `store`.
 * @throws invalid_request when there is none or more than one, or the form is broken
 */
function parse(
  source: Readable,
  contentType: string,
  { store, discard }: Receiver,
): Promise<UploadedFile> {
  return new Promise((resolve, reject) => {
    const form = openForm(contentType);
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
      // A form that breaks off says so here as well, perhaps before anybody reads the content.
      content.on('error', () => {});
      if (field === 'file' && !stored) {
        stored = store(content, nameOf(info.filename));
        stored.catch((error) => refuseFor(isOurs(error) ? error : brokenForm(error)));
        return;
      }
      content.resume();
      if (field === 'file') refuseFor(secondFile());
    });
    form.on('filesLimit', () => refuseFor(secondFile()));
    form.on('error', (cause) => refuseFor(brokenForm(cause)));
    form.on('close', () => {
      if (refused) return;
      if (stored) stored.then(resolve, () => {});
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
      limits: { files: 10, fields: 10, fieldSize: 1024 },
    });
  } catch (cause) {
    throw brokenForm(cause);
  }
}

/** Browsers escape these three characters and no others (https://html.spec.whatwg.org/#multipart-form-data). */
function nameOf(escaped = ''): string {
  return escaped.replaceAll('%22', '"').replaceAll('%0D', '\r').replaceAll('%0A', '\n');
}

/** Whether storing failed by itself, such as for want of space, and not because the form broke off. */
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

function brokenForm(cause: unknown): AppError {
  return new AppError('invalid_request', { message: 'The upload broke off.', cause });
}

/** What lies behind links, and the program that follows them. */
export function linkRoutes(
  serve: Serve,
  {
    sources,
    ytDlp,
    closing,
  }: { sources: SourceService; ytDlp: YtDlpService; closing: AbortSignal },
): void {
  serve(routes.expandSource, ({ body, principal }, c) =>
    sources.expand(body.url, principal, AbortSignal.any([c.req.raw.signal, closing])),
  );
  serve(routes.getYtDlp, () => ytDlp.status(closing));
  serve(routes.updateYtDlp, () => ytDlp.update(closing));
  serve(routes.revertYtDlp, () => ytDlp.revert(closing));
}
