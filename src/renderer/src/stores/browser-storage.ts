/** What this browser keeps of a person's choices. What an earlier version kept otherwise is as if it had kept nothing. */
import type { z } from 'zod';
import { create } from 'zustand';

export function createBrowserStorage<Value>(
  key: string,
  schema: z.ZodType<Value>,
  first: Value,
  place: Storage = localStorage,
) {
  return {
    read(): Value {
      try {
        return schema.catch(first).parse(JSON.parse(place.getItem(key) ?? 'null'));
      } catch {
        return first;
      }
    },
    write(value: Value): Value {
      place.setItem(key, JSON.stringify(value));
      return value;
    },
  };
}

const useKept = create<Readonly<Record<string, boolean>>>()(() => ({}));

/** Whether somebody has closed this and need not see it again; this browser keeps that. */
export function useDismissed(key: string): boolean {
  return useKept((state) => state[key] ?? isKept(key));
}

export function dismiss(key: string, gone = true): void {
  useKept.setState({ [key]: gone });
  try {
    if (gone) localStorage.setItem(key, 'yes');
    else localStorage.removeItem(key);
  } catch {
    // Then it is hidden until the page is opened again.
  }
}

function isKept(key: string): boolean {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}
