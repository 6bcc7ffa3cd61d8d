import { type SyntheticEvent, useState } from 'react';

/**
 * For what may take time once a press has begun it, and gives a promise then: it is not begun again before it is over,
 * nor by the second press of a double click. What may be pressed again meanwhile gives none.
 */
export function usePress<Event extends SyntheticEvent>(
  action: ((event: Event) => unknown) | undefined,
) {
  const [last, setLast] = useState<'none' | 'under way' | 'over'>('none');
  const busy = last === 'under way';
  const press = async (event: Event): Promise<void> => {
    if (busy || (last === 'over' && isSecond(event.nativeEvent))) return;
    const begun = action?.(event);
    if (!(begun instanceof Promise)) return;
    setLast('under way');
    await begun.finally(() => setLast('over'));
  };
  return { press, busy };
}

function isSecond(event: Event): boolean {
  return event instanceof UIEvent && event.detail > 1;
}
