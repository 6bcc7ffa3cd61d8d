import { listen } from '../listen.ts';

/**
 * Keeps what is typed before the field for it is there, so that no letter becomes a shortcut; the function it returns
 * ends that, and gives the letters. Escape or a press elsewhere ends it, too: then there are none.
 */
export function holdLetters(): () => string {
  let letters = '';
  const hold = (event: KeyboardEvent) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    const { key, ctrlKey, metaKey } = event;
    if (key === 'Escape') drop();
    else if (key === 'Backspace') letters = letters.slice(0, -1);
    else if (key === 'Enter') letters += '\n';
    else if (key.length === 1 && !ctrlKey && !metaKey) letters += key;
  };
  const drop = () => {
    stop();
    letters = '';
  };
  const stop = listen(window, { keydown: hold, pointerdown: drop }, { capture: true });
  return () => {
    stop();
    return letters;
  };
}
