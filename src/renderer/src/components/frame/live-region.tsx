import { useLibrary } from '../../stores/library/library-store.ts';

/** Tells screen readers when a recording is finished or has failed. */
export function LiveRegion() {
  const text = useLibrary((state) => state.announcement);
  return (
    <div role="status" className="sr-only">
      {text}
    </div>
  );
}
