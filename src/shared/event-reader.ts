/**
 * Reads a `text/event-stream` response: yields each message's data. EventSource cannot send a key, so the
 * scripts read the stream themselves. Format: https://html.spec.whatwg.org/multipage/server-sent-events.html
 */
export async function* readEvents(response: Response): AsyncGenerator<string> {
  if (!response.body) return;
  let buffer = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body) {
    buffer += decoder.decode(chunk, { stream: true });
    for (let end = buffer.indexOf('\n\n'); end >= 0; end = buffer.indexOf('\n\n')) {
      const data = messageData(buffer.slice(0, end));
      buffer = buffer.slice(end + 2);
      if (data !== null) yield data;
    }
  }
}

function messageData(message: string): string | null {
  const lines = message.split('\n').filter((line) => line.startsWith('data:'));
  return lines.length > 0 ? lines.map((line) => line.slice(5).trimStart()).join('\n') : null;
}
