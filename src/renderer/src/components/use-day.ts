import { useEffect, useState } from 'react';
import { listen } from '../event-listeners.ts';

const LOOK_EVERY_MS = 60_000;

/** Now, where days are named: another moment once it is another day, for a window may stay open for weeks. */
export function useDay(): Date {
  const [day, setDay] = useState(() => new Date());
  useEffect(() => {
    const look = () =>
      setDay((before) => {
        const now = new Date();
        return now.toDateString() === before.toDateString() ? before : now;
      });
    const timer = setInterval(look, LOOK_EVERY_MS);
    const stop = listen(document, { visibilitychange: look });
    return () => {
      clearInterval(timer);
      stop();
    };
  }, []);
  return day;
}
