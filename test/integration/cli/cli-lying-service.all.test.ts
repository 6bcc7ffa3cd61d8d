/** A service that announces one length of a file and sends another. */
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ServiceFile } from '../../../src/main/core/service-file.ts';
import type { MediaExport } from '../../../src/shared/exports/media-export.ts';
import { makeTempFolder } from '../../helpers/harness/app.ts';
import { runSteno } from '../../helpers/harness/service-process.ts';
import { startOrigin } from '../../helpers/servers/http-origin.ts';
import { sendEndlessly } from '../../helpers/servers/send-endlessly.ts';

const made: MediaExport = {
  ...{ id: `exp_${'A'.repeat(22)}`, transcription_id: `trs_${'A'.repeat(22)}`, progress: 1 },
  ...{ status: 'ready', error: null, created_at: '2026-11-25T12:00:00.000Z' },
  file: { filename: '../../clip.m4a', type: 'audio/mp4', bytes: 1000 },
};

test.each(['more', 'fewer'])(
  'that sends %s bytes is left, and nothing of it is kept',
  async (came) => {
    const service = await startOrigin((request, response) => {
      const json = (body: object) =>
        response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
      if (request.url === '/v1/models') return json({ object: 'list', data: [], folder: null });
      if (request.url?.endsWith('/file')) {
        response.setHeader('content-type', 'audio/mp4');
        response.setHeader('content-disposition', 'attachment; filename=clip.m4a');
        if (came === 'more') return void sendEndlessly(response);
        return response.end(Buffer.alloc(999));
      }
      if (request.url?.startsWith('/v1/events')) {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        return response.write('id: 1\ndata: {"type":"reload"}\n\n');
      }
      return json(made);
    });
    const [dataDir, out] = [await makeTempFolder(), await makeTempFolder()];
    const announced: ServiceFile = {
      ...{
        url: service.url,
        token: 'a token',
        localOnly: true,
        model: null,
        lasting: true,
        process: null,
      },
    };
    await writeFile(join(dataDir, 'service.json'), JSON.stringify(announced));
    const file = join(out, 'clip.m4a');
    const part = ['clip', made.transcription_id, '--from', '1', '--to', '2'];
    const { code, stderr } = await runSteno([...part, '-o', file, '--data', dataDir]);
    expect(stderr).toContain(`sent ${came} bytes than it had announced`);
    expect(code).toBe(1);
    expect(await readdir(out)).toEqual([]);
    await service.close();
    for (const folder of [dataDir, out]) await rm(folder, { recursive: true });
  },
);
