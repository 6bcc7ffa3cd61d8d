/** What this browser keeps of a person's choices. What an earlier version kept otherwise is as if it had kept nothing. */
import type { z } from 'zod';

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
