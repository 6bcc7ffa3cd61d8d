import { useEffect, useEffectEvent } from 'react';

/** Goes to the moment the page's address names, when it opens and whenever another one is named. */
export function useMoment(at: number | null, onMoment: (ms: number) => void): void {
  const go = useEffectEvent(onMoment);
  useEffect(() => {
    if (at !== null) go(at * 1000);
  }, [at]);
}
