/** What people chose for their recordings, kept in this browser. */
import { z } from 'zod';

const KEY = 'recorder';
const Choices = z.object({
  /** The id of a microphone, empty for the system's choice. */
  microphone: z.string().catch(''),
  /** Who speaks into it. */
  name: z.string().catch(''),
});
export type Choices = z.infer<typeof Choices>;

export function rememberedChoices(): Choices {
  try {
    return Choices.parse(JSON.parse(localStorage.getItem(KEY) ?? '{}'));
  } catch {
    return { microphone: '', name: '' };
  }
}

export function rememberChoices(choices: Choices): void {
  localStorage.setItem(KEY, JSON.stringify(choices));
}
