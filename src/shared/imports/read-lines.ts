/** The lines of a text, read one after the other: an array of 32 million would take gigabytes. */
export type Lines = {
  /** The next line, which stays unread; null at the end. */
  peek(): string | null;
  next(): void;
  number(): number;
};

/** Lines end with LF, CR LF or CR. */
export function createLines(text: string): Lines {
  const all = text.replaceAll('\r\n', '\n').replaceAll('\r', '\n');
  let [from, number] = [0, 1];
  const end = () => {
    const at = all.indexOf('\n', from);
    return at < 0 ? all.length : at;
  };
  let to = end();
  return {
    peek: () => (from > all.length ? null : all.slice(from, to)),
    next() {
      from = to + 1;
      to = end();
      number++;
    },
    number: () => number,
  };
}
