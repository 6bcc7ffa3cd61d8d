const SNIFFED_BYTES = 512;

/** Recognises a web page by its first bytes, fed chunk by chunk: `true` as soon as it clearly is one. */
export function createWebPageSniffer(): (chunk: Uint8Array) => boolean {
  let head = Buffer.alloc(0);
  return (chunk) => {
    if (head.length >= SNIFFED_BYTES) return false;
    head = Buffer.concat([head, chunk.subarray(0, SNIFFED_BYTES - head.length)]);
    const text = head.toString('utf8').replace(/^\uFEFF/, '');
    return /^(\s|<!--[\s\S]*?-->)*<(!doctype\s+html|html[\s>])/i.test(text);
  };
}
