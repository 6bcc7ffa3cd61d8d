/** Cuts a byte stream into lines without ever holding more than one line of bounded length. */

export type LineReaderOptions = {
  maxBytes: number;
  /** A line without its newline, or null for one that was too long. */
  onLine(line: Buffer | null): void;
};

/** Returns the handler of the stream's chunks. What follows the last newline is never a line. */
export function createLineReader({ maxBytes, onLine }: LineReaderOptions): (chunk: Buffer) => void {
  let parts: Buffer[] = [];
  let bytes = 0;
  let dropping = false;

  const add = (part: Buffer) => {
    if (dropping) return;
    bytes += part.length;
    if (bytes <= maxBytes) {
      parts.push(part);
      return;
    }
    dropping = true;
    parts = [];
    onLine(null);
  };

  return (chunk) => {
    let start = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
      add(chunk.subarray(start, end));
      if (!dropping) onLine(Buffer.concat(parts));
      parts = [];
      bytes = 0;
      dropping = false;
      start = end + 1;
    }
    add(chunk.subarray(start));
  };
}
