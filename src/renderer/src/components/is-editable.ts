/** Whether what has the keyboard takes text: then a letter is no shortcut. */
export function isEditable(target: EventTarget | null): boolean {
  return target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement;
}
