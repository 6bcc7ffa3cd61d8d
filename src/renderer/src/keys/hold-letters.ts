/**
 * Keeps what is typed before the field for it is there, so that no letter becomes a shortcut; the function it returns
 * ends that, and gives the letters. Escape or a press elsewhere ends it, too: then there are none.
 */
export function holdLetters(): () => string {
  let letters = '';
  const end = () => {
    window.removeEventListener('keydown', hold, { capture: true });
    window.removeEventListener('pointerdown', drop, { capture: true });
    return letters;
  };
  const drop = () => {
    end();
    letters = '';
  };
  const hold = (event: KeyboardEvent) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    const { key, ctrlKey, metaKey } = event;
    if (key === 'Escape') drop();
    else if (key === 'Backspace') letters = letters.slice(0, -1);
    else if (key === 'Enter') letters += '\n';
    else if (key.length === 1 && !ctrlKey && !metaKey) letters += key;
  };
  window.addEventListener('keydown', hold, { capture: true });
  window.addEventListener('pointerdown', drop, { capture: true });
  return end;
}
