import { hash } from 'node:crypto';
import { CAPTION_HOURS, CAPTION_SEGMENTS, MAX_CAPTION_VIEWERS } from '../../../shared/captions.ts';
import type { LiveText } from '../../../shared/recordings.ts';
import { AppError } from '../../core/errors.ts';
import { newToken } from '../../core/ids.ts';
import type { Core } from '../../core.ts';
import { createGuessLimit } from '../accounts/guess-limit.ts';
import type { Grant } from '../accounts/revocations.ts';
import type { Principal } from '../principal.ts';
import type { LiveRecordingService } from './live-recording.service.ts';

const LASTS_MS = CAPTION_HOURS * 3_600_000;

type Link = {
  recordingId: string;
  principal: Principal;
  /** How many firm segments there were when it was made: they are nobody's to read. */
  since: number;
  ended: AbortController;
  viewers: number;
};
/** What somebody with a link may read. */
export type CaptionView = {
  recordingId: string;
  /** What is in view now, and the id of the first segment of it. */
  text: () => LiveText & { from: number };
  /** One more reads along, until it is disposed of. */
  watch: () => Grant;
};

export type CaptionLinkService = ReturnType<typeof createCaptionLinks>;

/**
 * Links by which others read along while something is recorded: one for each recording, for a few hours, with a code of
 * which only the hash is kept, in memory. They end with the recording, with a new link, and with who made them.
 */
export function createCaptionLinks(
  { clock, closing }: Pick<Core, 'clock' | 'closing'>,
  recordings: Pick<LiveRecordingService, 'get' | 'text'>,
) {
  const links = new Map<string, Link>();
  const guesses = createGuessLimit(clock);

  const end = (recordingId: string): void => {
    for (const [key, link] of links) {
      if (link.recordingId !== recordingId) continue;
      links.delete(key);
      link.ended.abort();
    }
  };

  /** @throws not_found */
  const isMade = (id: string, principal: Principal): boolean => {
    const { status } = recordings.get(id, principal);
    return status === 'recording' || status === 'paused';
  };

  const isOpen = ({ recordingId, principal }: Link): boolean => {
    try {
      return isMade(recordingId, principal);
    } catch {
      // It was discarded, of which somebody with an old link hears nothing.
      return false;
    }
  };

  const inView = ({ recordingId, principal, since }: Link): LiveText & { from: number } => {
    const { segments, ...rest } = recordings.text(recordingId, 0, principal);
    const from = Math.min(segments.length, Math.max(since, segments.length - CAPTION_SEGMENTS));
    return { ...rest, from, segments: segments.slice(from) };
  };

  return {
    /** A code for those who may read along; the one before opens nothing any more. @throws not_found, recording_over */
    share(
      recordingId: string,
      principal: Principal,
      grant: Grant | null,
    ): { code: string; expiresAt: number } {
      try {
        if (!isMade(recordingId, principal)) throw new AppError('recording_over');
      } catch (error) {
        grant?.[Symbol.dispose]();
        throw error;
      }
      end(recordingId);
      const [code, ended] = [newToken(), new AbortController()];
      const key = hash('sha256', code);
      const since = recordings.text(recordingId, 0, principal).segments.length;
      links.set(key, { recordingId, principal, since, ended, viewers: 0 });
      const lasts = AbortSignal.any([ended.signal, closing, ...(grant ? [grant.signal] : [])]);
      void clock
        .sleep(LASTS_MS, lasts)
        .catch(() => {})
        .then(() => {
          if (links.has(key)) end(recordingId);
          grant?.[Symbol.dispose]();
        });
      return { code, expiresAt: clock.now() + LASTS_MS };
    },

    /** Who reads along is shown out. @throws not_found */
    unshare(recordingId: string, principal: Principal): void {
      recordings.get(recordingId, principal);
      end(recordingId);
    },

    /** @throws not_found for a code that is wrong, too old or taken back: which one is not said; rate_limited */
    enter(code: string): CaptionView {
      const link = links.get(hash('sha256', code));
      if (!link || !isOpen(link)) {
        if (link) end(link.recordingId);
        if (!guesses.fail()) throw new AppError('not_found', { message: NO_SUCH });
        const message = 'Too many wrong links. Wait a minute and try again.';
        throw new AppError('rate_limited', { message });
      }
      if (link.viewers >= MAX_CAPTION_VIEWERS) {
        const message = `${MAX_CAPTION_VIEWERS} people read along already, which is the most.`;
        throw new AppError('rate_limited', { message });
      }
      return {
        recordingId: link.recordingId,
        text: () => inView(link),
        watch() {
          link.viewers++;
          return { signal: link.ended.signal, [Symbol.dispose]: () => void link.viewers-- };
        },
      };
    },
  };
}

const NO_SUCH =
  'This link opens nothing: it was taken back, is too old, or the recording has ended. Ask for another.';
