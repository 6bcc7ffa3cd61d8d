/** For the `ref` of a bar at the lower edge of the window: messages are shown above it. */
export function keepClear(bar: HTMLElement | null): (() => void) | undefined {
  if (!bar) return undefined;
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => {
    style.setProperty('--foot', `${window.innerHeight - bar.getBoundingClientRect().top}px`);
  });
  observer.observe(bar);
  return () => {
    observer.disconnect();
    style.removeProperty('--foot');
  };
}
