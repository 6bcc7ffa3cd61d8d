type EventsOf<Target> = Target extends Window
  ? WindowEventMap
  : Target extends Document
    ? DocumentEventMap
    : HTMLElementEventMap;

type Listeners<Events> = { [Name in keyof Events]?: (event: Events[Name]) => unknown };

/** Listens until the function it returns is called, as an effect's is when it ends. */
export function listen<Target extends EventTarget>(
  target: Target,
  listeners: Listeners<EventsOf<Target>>,
  options: AddEventListenerOptions = {},
): () => void {
  const ended = new AbortController();
  for (const [name, listener] of Object.entries(listeners as Record<string, EventListener>))
    target.addEventListener(name, listener, { ...options, signal: ended.signal });
  return () => ended.abort();
}
