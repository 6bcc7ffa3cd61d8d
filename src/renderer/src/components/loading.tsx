/** Shown while the service responds, after a short delay, since most responses arrive earlier. */
export function Loading() {
  return (
    <p role="status" className="appear-late text-soft">
      Loading…
    </p>
  );
}
