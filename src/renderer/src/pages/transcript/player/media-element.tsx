import { useEffect } from 'react';
import type { PlayableMedia } from '../../../../../shared/transcription/playable-media.ts';
import { usePlayer } from './player-store.ts';

/** The recording itself: a picture where there is one, else only sound. */
export function MediaElement({ media }: { media: PlayableMedia }) {
  useFrames();
  // The address may name another host than this page's: only its path is used.
  const props = {
    ref: usePlayer.attach,
    src: new URL(media.url).pathname,
    preload: 'metadata',
    onPlay: usePlayer.sync,
    onPause: usePlayer.sync,
    onSeeked: usePlayer.sync,
    onTimeUpdate: usePlayer.sync,
  } as const;
  if (!media.type.startsWith('video/')) {
    return <audio {...props} />;
  }
  return <video {...props} playsInline className="aspect-video w-full rounded-lg bg-screen" />;
}

/** While it plays, the time is read for every picture on the screen, so that words light up on time. */
function useFrames(): void {
  const playing = usePlayer((state) => state.playing);
  useEffect(() => {
    if (!playing) return;
    let frame = requestAnimationFrame(function next() {
      usePlayer.sync();
      frame = requestAnimationFrame(next);
    });
    return () => cancelAnimationFrame(frame);
  }, [playing]);
}
