/** One message of an event stream. */
export type StreamMessage = { id: string; data: string };

/**
 * Reads a `text/event-stream` response, message by message; comments are left out. EventSource cannot send a key, so
 * the scripts read the stream themselves. Format: https://html.spec.whatwg.org/multipage/server-sent-events.html
 */
export async function* readEvents(response: Response): AsyncGenerator<StreamMessage> {
  if (!response.body) return;
  let buffer = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body) {
    buffer += decoder.decode(chunk, { stream: true });
    for (let end = buffer.indexOf('\n\n'); end >= 0; end = buffer.indexOf('\n\n')) {
      const message = readMessage(buffer.slice(0, end));
      buffer = buffer.slice(end + 2);
      if (message) yield message;
    }
  }
}

function readMessage(text: string): StreamMessage | null {
  const lines = text.split('\n');
  const field = (name: string) =>
    lines
      .filter((line) => line.startsWith(`${name}:`))
      .map((line) => line.slice(name.length + 1).trimStart());
  const data = field('data');
  return data.length > 0 ? { id: field('id').at(-1) ?? '', data: data.join('\n') } : null;
}
