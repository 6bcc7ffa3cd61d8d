const SNIFFED_BYTES = 512;

/** HTML, feeds and DASH manifests by their first tag, HLS playlists by their first line. */
const PAGE =
  /^(\s|<!--[\s\S]*?-->)*(<(!doctype\s+html|html[\s>]|\?xml|rss[\s>]|feed[\s>]|mpd[\s>])|#EXTM3U)/i;

/**
 * Recognises a page by its first bytes, fed chunk by chunk: `true` as soon as it clearly is one, and not a recording
 * but what leads to recordings.
 */
export function createWebPageSniffer(): (chunk: Uint8Array) => boolean {
  let head = Buffer.alloc(0);
  return (chunk) => {
    if (head.length >= SNIFFED_BYTES) return false;
    head = Buffer.concat([head, chunk.subarray(0, SNIFFED_BYTES - head.length)]);
    const text = head.toString('utf8').replace(/^\uFEFF/, '');
    return PAGE.test(text);
  };
}
