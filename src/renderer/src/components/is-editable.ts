/** Whether the focused element takes text: then a letter is not a shortcut. */
export function isEditable(target: EventTarget | null): boolean {
  return target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement;
}
