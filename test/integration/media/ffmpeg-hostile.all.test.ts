import { readFile, writeFile } from 'node:fs/promises';
import { expect, it, onTestFinished } from 'vitest';
import { wavHeader } from '../../helpers/corpus/audio.ts';
import { prepareDecoding } from '../../helpers/harness/media-decode.ts';
import { startCanary } from '../../helpers/servers/http-origin.ts';

const TONE = ['-f', 'lavfi', '-i', 'sine=440:r=44100:d=4'];

const dash = (base: string) =>
  `<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" profiles="urn:mpeg:dash:profile:isoff-on-demand:2011"><Period><AdaptationSet mimeType="audio/mp4"><Representation id="1" bandwidth="1"><BaseURL>${base}</BaseURL></Representation></AdaptationSet></Period></MPD>`;
const hls = (segment: string) =>
  `#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\n${segment}\n#EXT-X-ENDLIST\n`;

const TRACK = 'urn:uuid:6f768ca4-c89e-4dac-9056-a29425d40ba1';
/** A film package's composition, which ffmpeg follows through the asset map that lies beside it. */
const composition = `<?xml version="1.0"?><CompositionPlaylist xmlns="http://www.smpte-ra.org/schemas/2067-3/2016"><Id>urn:uuid:8713c020-2489-45f5-a9f7-87be539e20b5</Id><ContentTitle>x</ContentTitle><EditRate>24 1</EditRate><SegmentList><Segment><Id>urn:uuid:8713c020-2489-45f5-a9f7-87be539e20b6</Id><SequenceList><MainAudioSequence xmlns="http://www.smpte-ra.org/schemas/2067-2/2016"><Id>urn:uuid:8713c020-2489-45f5-a9f7-87be539e20b7</Id><TrackId>urn:uuid:8713c020-2489-45f5-a9f7-87be539e20b8</TrackId><ResourceList><Resource><Id>urn:uuid:8713c020-2489-45f5-a9f7-87be539e20b9</Id><EditRate>24 1</EditRate><IntrinsicDuration>24</IntrinsicDuration><RepeatCount>1</RepeatCount><TrackFileId>${TRACK}</TrackFileId></Resource></ResourceList></MainAudioSequence></SequenceList></Segment></SegmentList></CompositionPlaylist>`;
const assetMap = (port: number) =>
  `<?xml version="1.0"?><AssetMap xmlns="http://www.smpte-ra.org/schemas/429-9/2007/AM"><AssetList><Asset><Id>${TRACK}</Id><ChunkList><Chunk><Path>http://127.0.0.1:${port}/a.mxf</Path></Chunk></ChunkList></Asset></AssetList></AssetMap>`;

/** Files that only point at other things (`other.*` lies beside them), under the names of recordings. */
const POINTERS: Record<string, (port: number) => string> = {
  'hls-http.mp3': (port) => hls(`http://127.0.0.1:${port}/a.ts`),
  'hls-file.mp3': () => hls('other.ts'),
  'dash-http.mp4': (port) => dash(`http://127.0.0.1:${port}/a.mp4`),
  'dash-file.mp4': () => dash('other.mp4'),
  'concat.wav': () => "ffconcat version 1.0\nfile 'other.ts'\n",
  'session.mp3': (port) =>
    `v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=audio ${port} RTP/AVP 0\n`,
  'meta.mp3': () => ';FFMETADATA1\ntitle=x\n',
  'tagged-hls.mp3': (port) => `ID3\u0003\0\0\0\0\0\0${hls(`http://127.0.0.1:${port}/a.ts`)}`,
  'master.m4a': (port) =>
    `#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nhttp://127.0.0.1:${port}/a.m3u8\n`,
  'locked.mp3': (port) =>
    `#EXTM3U\n#EXT-X-KEY:METHOD=AES-128,URI="http://127.0.0.1:${port}/key"\n${hls('other.ts')}`,
  'cinema.wav': () => composition,
  'list.wma': (port) =>
    `<asx version="3.0"><entry><ref href="http://127.0.0.1:${port}/a.wma"/></entry></asx>`,
  'list.mp3': (port) => `[playlist]\nFile1=http://127.0.0.1:${port}/a.mp3\nNumberOfEntries=1\n`,
  'film.mpg': () => '# VobSub index file, v7 (do not modify this line!)\nid: en, index: 0\n',
};

it.each(Object.keys(POINTERS))('opens nothing that %s points at', async (name) => {
  const canary = await startCanary();
  onTestFinished(() => canary.close());
  const decoding = await prepareDecoding();
  await decoding.make(...TONE, 'other.ts');
  await decoding.make(...TONE, 'other.mp4');
  await writeFile(decoding.file('ASSETMAP.xml'), assetMap(canary.port));
  await writeFile(decoding.file(name), POINTERS[name]?.(canary.port) ?? '');
  await expect(decoding.decode(name)).rejects.toMatchObject({ code: 'unsupported_media' });
  expect(canary.connections()).toBe(0);
  expect(await decoding.files()).toEqual([name, 'ASSETMAP.xml', 'other.mp4', 'other.ts'].sort());
});

it.each([
  ['text.mp3', Buffer.alloc(1_000_000, 'hello\n')],
  ['one-byte.mp3', Buffer.from('x')],
  ['half-a-header.wav', wavHeader(1000).subarray(0, 43)],
  ['only-a-header.wav', wavHeader(0)],
])('says that %s is no recording', async (name, bytes) => {
  const decoding = await prepareDecoding();
  await writeFile(decoding.file(name), bytes);
  await expect(decoding.decode(name)).rejects.toMatchObject({ code: 'unsupported_media' });
});

it('says that an empty file is empty', async () => {
  const decoding = await prepareDecoding();
  await writeFile(decoding.file('empty.mp3'), '');
  await expect(decoding.decode('empty.mp3')).rejects.toMatchObject({ code: 'empty_media' });
});

it('says that a silent film has no sound', async () => {
  const decoding = await prepareDecoding();
  await decoding.make('-f', 'lavfi', '-i', 'color=c=red:s=64x64:d=1', 'mute.mp4');
  await expect(decoding.decode('mute.mp4')).rejects.toMatchObject({ code: 'no_audio_track' });
});

it('cannot read half an mp4 whose index was at its end', async () => {
  const decoding = await prepareDecoding();
  await decoding.make(...TONE, '-c:a', 'aac', 'whole.mp4');
  const whole = await readFile(decoding.file('whole.mp4'));
  await writeFile(decoding.file('half.mp4'), whole.subarray(0, whole.length / 2));
  await expect(decoding.decode('half.mp4')).rejects.toMatchObject({ code: 'unsupported_media' });
});

it.each(['mp3', 'flac', 'mkv', 'wav'])(
  'reads the half that is left of a cut %s, and says so',
  async (extension) => {
    const decoding = await prepareDecoding();
    await decoding.make(...TONE, `whole.${extension}`);
    const whole = await readFile(decoding.file(`whole.${extension}`));
    await writeFile(decoding.file(`half.${extension}`), whole.subarray(0, whole.length / 2));
    const audio = await decoding.decode(`half.${extension}`);
    expect(audio.warnings).toEqual(['truncated_input']);
    expect(audio.durationMs).toBeGreaterThan(500);
    expect(audio.durationMs).toBeLessThan(3500);
  },
);

it('takes a video whose sound ends long before its picture for whole', async () => {
  const decoding = await prepareDecoding();
  const picture = ['-f', 'lavfi', '-i', 'testsrc=s=64x48:r=5:d=20', '-c:v', 'mpeg4'];
  await decoding.make(...TONE, ...picture, 'whole.mp4');
  await expect(decoding.decode('whole.mp4')).resolves.toMatchObject({ warnings: [] });
});

it('reads the half that is left of a cut video, and says so', async () => {
  const decoding = await prepareDecoding();
  const picture = ['-f', 'lavfi', '-i', 'testsrc=s=64x48:r=5:d=4', '-c:v', 'mpeg4'];
  await decoding.make(...TONE, ...picture, '-movflags', '+faststart', 'whole.mp4');
  const whole = await readFile(decoding.file('whole.mp4'));
  await writeFile(decoding.file('half.mp4'), whole.subarray(0, whole.length / 2));
  await expect(decoding.decode('half.mp4')).resolves.toMatchObject({
    warnings: ['truncated_input'],
  });
});

it('reads on behind damage, and says so', async () => {
  const decoding = await prepareDecoding();
  await decoding.make(...TONE, 'a.flac');
  const bytes = await readFile(decoding.file('a.flac'));
  const middle = Math.floor(bytes.length / 2);
  bytes.fill(0xa5, middle, middle + 2000);
  await writeFile(decoding.file('a.flac'), bytes);
  await expect(decoding.decode('a.flac')).resolves.toMatchObject({ warnings: ['truncated_input'] });
});
