/** Brings the pieces of one recording to the service, in their order, until it has acknowledged each. */
import { ApiError } from '../../../shared/client.ts';
import type { LiveRecording } from '../../../shared/recordings.ts';
import { client } from '../api/client.ts';
import { errorText, unless } from '../api/error-text.ts';
import { type Piece, pieceMs } from './cut-pieces.ts';
import type { KeptPiece, Spool, Take } from './spool.ts';

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 5000;
/** So many of the newest pieces need not be read again from where they are kept. */
const AT_HAND = 4;

/** `trouble` says why nothing arrives now; it is sent again until it does. */
export type Sending = {
  trouble: string | null;
  /** How much sound is not with the service yet, while something is wrong. */
  waitingMs: number;
  /** The service's recording that takes them. */
  recordingId: string | null;
};

export type Sender = Awaited<ReturnType<typeof createSender>>;

type SenderParts = {
  take: Take;
  spool: Spool;
  nextNumber?: number;
  onChange: (sending: Sending) => void;
};

/** Begins with what the spool has of it. */
export async function createSender({ take: given, spool, nextNumber, onChange }: SenderParts) {
  let take = given;
  const { key } = take;
  /** What this browser could not keep, for want of room. */
  const unkept: KeptPiece[] = [];
  let number = nextNumber ?? take.firstPiece;
  const kept = await spool.countPieces(key).catch(() => null);
  let waiting = kept ?? 0;
  /** The newest of those that wait. */
  let atHand: KeptPiece[] = [];
  let said = '';
  let news = Promise.withResolvers<void>();
  let ended = false;
  const discarded = new AbortController();

  const change = async (part: Partial<Take>) => {
    take = { ...take, ...part };
    await spool.putTake(take).catch(() => {});
  };
  const say = (trouble: string | null) => {
    const { recordingId } = take;
    const waitingMs = trouble === null ? 0 : waiting * pieceMs(take.request.live);
    const sending = { trouble, waitingMs, recordingId };
    const now = JSON.stringify(sending);
    if (now !== said) onChange(sending);
    said = now;
  };
  const tell = () => {
    news.resolve();
    news = Promise.withResolvers();
  };

  const openRecording = async (): Promise<string> => {
    if (take.recordingId !== null) return take.recordingId;
    const headers = { 'idempotency-key': `${key}-${take.firstPiece}` };
    const opened = await client.openRecording(take.request, { headers });
    await change({ recordingId: opened.id });
    return opened.id;
  };

  /** Sends it once. What was refused for its number or its recording is sent to where it belongs the next time. */
  const attempt = async (piece: KeptPiece): Promise<void> => {
    const id = await openRecording();
    try {
      await client.putPiece(id, piece.number - take.firstPiece, piece.samples, {
        ...(piece.gapMs > 0 && { at: (piece.startMs - take.firstMs) / 1000 }),
        ...(piece.missing && { missing: piece.missing }),
      });
    } catch (thrown) {
      if (!(thrown instanceof ApiError)) throw thrown;
      if (ENDED.has(thrown.code))
        await change({ recordingId: null, firstPiece: piece.number, firstMs: piece.startMs });
      if (thrown.code !== 'piece_out_of_order') throw thrown;
      const { next_piece } = await client.getRecording(id);
      if (piece.number < take.firstPiece + next_piece) return;
      await change({ firstPiece: piece.number - next_piece });
      throw thrown;
    }
  };

  /** Again and again until it is done; gives way where the service does not answer. */
  const insist = async <Result>(action: () => Promise<Result>): Promise<Result> => {
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      try {
        const result = await action();
        say(null);
        return result;
      } catch (thrown) {
        say(errorText(thrown));
        if (isFinal(thrown)) throw thrown;
        await new Promise((resolve) => setTimeout(resolve, pause));
        discarded.signal.throwIfAborted();
      }
    }
  };

  const sendPiece = async (piece: KeptPiece) => {
    await insist(() => attempt(piece));
    if (unkept[0] === piece) unkept.shift();
    else await spool.dropPiece(piece);
    waiting = Math.max(0, waiting - 1);
    atHand = atHand.filter(({ number: other }) => other !== piece.number);
  };

  const sendMarks = async (untilMs: number) => {
    for (const at of take.marks.filter((one) => one <= untilMs)) {
      const moment = Math.max(0, at - take.firstMs) / 1000;
      await insist(async () => client.markMoment(await openRecording(), { at: moment }));
      await change({ marks: take.marks.filter((one) => one !== at) });
    }
  };

  const nextPiece = async () => {
    if (kept !== null && waiting === atHand.length) return atHand[0] ?? null;
    const first = await spool.firstPiece(key).catch(() => null);
    const [other] = unkept;
    return other && (!first || other.number < first.number) ? other : first;
  };

  const run = async (): Promise<void> => {
    for (;;) {
      const coming = news.promise;
      const piece = await nextPiece();
      discarded.signal.throwIfAborted();
      if (piece) {
        await sendPiece(piece);
        await sendMarks(piece.startMs).catch(() => {});
      } else if (ended) return;
      else await coming;
    }
  };
  const running = run();
  running.catch(() => {});

  return {
    take: () => take,
    /** Whether there was never a piece of it. */
    isEmpty: () => number === 0,
    /** Resolves when it is kept here; it is on its way then. */
    async add({ samples, startMs, gapMs, missing }: Piece): Promise<void> {
      const bytes = new Uint8Array(samples.buffer);
      const piece: KeptPiece = { key, number: number++, samples: bytes, startMs, gapMs, missing };
      take = { ...take, heardAt: Date.now() };
      await spool.putPiece(piece, take).catch(() => unkept.push(piece));
      waiting += 1;
      atHand = [...atHand, piece].slice(-AT_HAND);
      tell();
    },
    mark: (atMs: number) => change({ marks: [...take.marks, atMs] }),
    /** Resolves when everything that was added is with the service; nothing can be added any more. */
    async drain(): Promise<void> {
      ended = true;
      tell();
      await running;
      await sendMarks(Number.POSITIVE_INFINITY).catch(() => {});
    },
    /** After that it is a transcription. */
    async finish(): Promise<LiveRecording> {
      const done = await insist(async () => client.finishRecording(await openRecording()));
      await spool.dropTake(key);
      return done;
    },
    async discard(): Promise<void> {
      discarded.abort();
      tell();
      await spool.dropTake(key);
      const { recordingId } = take;
      if (recordingId !== null)
        await unless('not_found', () => client.discardRecording(recordingId));
    },
  };
}

/** The service's recording takes no more: it had ended by itself, or is gone. */
const ENDED = new Set(['recording_over', 'not_found', 'piece_differs']);

/** Sent again, it would be refused again: there is no sound, or the request is wrong. */
const isFinal = (thrown: unknown) =>
  thrown instanceof ApiError && [400, 413, 422].includes(thrown.status);
