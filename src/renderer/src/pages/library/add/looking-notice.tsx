import { usePlaylists } from '../../../stores/library/playlist-store.ts';

/** Says that a link is being looked at, and lets the person stop it. */
export function LookingNotice() {
  const looking = usePlaylists((state) => state.looking);
  return (
    <div role="status">
      {looking && (
        <p className="mt-2 text-sm text-soft wrap-anywhere">
          Checking {looking.link}…{' '}
          <button type="button" onClick={looking.stop} className="text-accent underline">
            Stop
          </button>
        </p>
      )}
    </div>
  );
}
