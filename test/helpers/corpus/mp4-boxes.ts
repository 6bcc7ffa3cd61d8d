/** Changes boxes deep inside an mp4, whose index lies behind its sound. */

const CONTAINERS = ['moov', 'trak', 'mdia', 'minf', 'dinf', 'stbl'];

/** Puts another box in the place of the first one of its type, and lets all that hold it grow. */
export function replaceBox(mp4: Buffer, type: string, make: (old: Buffer) => Buffer): Buffer {
  return Buffer.concat(boxesOf(mp4).map((box) => replaceIn(box, type, make)));
}

/** A whole box around what it holds. */
export function boxOf(type: string, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
}

function replaceIn(box: Buffer, type: string, make: (old: Buffer) => Buffer): Buffer {
  const own = box.toString('latin1', 4, 8);
  if (own === type) return make(box);
  if (!CONTAINERS.includes(own)) return box;
  return boxOf(own, ...boxesOf(box.subarray(8)).map((inner) => replaceIn(inner, type, make)));
}

function boxesOf(bytes: Buffer): Buffer[] {
  const boxes: Buffer[] = [];
  for (let at = 0; at + 8 <= bytes.length; at += boxes.at(-1)?.length ?? bytes.length) {
    boxes.push(bytes.subarray(at, at + bytes.readUInt32BE(at)));
  }
  return boxes;
}
