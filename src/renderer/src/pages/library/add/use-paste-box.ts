import { type RefObject, useEffect } from 'react';
import { isEditable } from '../../../components/is-editable.ts';
import { useUploads } from '../../../stores/library/upload-store.ts';

/** Brings the keyboard to the box: "/" focuses it, and what is pasted anywhere on the page lands in it. */
export function usePasteBox(
  box: RefObject<HTMLTextAreaElement | null>,
  setText: (text: string) => void,
): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      // In a browser, Ctrl+L is the address bar's.
      const command = window.steno !== undefined && (event.ctrlKey || event.metaKey);
      const asked = command ? event.key === 'l' : event.key === '/' && !isEditable(event.target);
      if (!asked) return;
      event.preventDefault();
      box.current?.focus();
    };
    const onPaste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])];
      const text = event.clipboardData?.getData('text/plain') ?? '';
      if (files.length > 0) void useUploads.getState().send(files);
      else if (isEditable(event.target) || !text) return;
      else setText(text.trim());
      event.preventDefault();
      box.current?.focus();
    };
    document.addEventListener('keydown', onKeyDown);
    document.addEventListener('paste', onPaste);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      document.removeEventListener('paste', onPaste);
    };
  }, [box, setText]);
}
