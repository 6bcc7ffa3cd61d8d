import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export type RawAnswer = { status: number; body: string; text: string };

/** Opens a connection that sends nothing by itself. */
export async function openConnection(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

/** Sends bytes as they are and gives what is answered until the service ends the connection. */
export async function sendRaw(port: number, ...pieces: (string | Buffer)[]): Promise<RawAnswer> {
  const socket = await openConnection(port);
  const answered = readAll(socket);
  for (const piece of pieces) socket.write(piece);
  return answered;
}

export async function readAll(socket: Socket): Promise<RawAnswer> {
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  if (!socket.closed) await new Promise((resolve) => socket.once('close', resolve));
  const [head = '', body = ''] = text.split('\r\n\r\n', 2);
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1] ?? 0), body, text };
}
