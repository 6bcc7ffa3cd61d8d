/** While the service takes its time; it shows only after a moment, for most answers are there before. */
export function Loading() {
  return (
    <p role="status" className="appear-late text-soft">
      Loading…
    </p>
  );
}
