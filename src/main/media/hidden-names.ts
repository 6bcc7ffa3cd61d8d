/** Where systems put what people have deleted, and what they keep themselves, on sticks and cards. */
const OF_SYSTEMS = new Set(['$recycle.bin', 'recycler', 'system volume information', 'lost.dir']);

/** Whether people do not see a file or folder of this name. */
export function isHiddenName(name: string): boolean {
  return name.startsWith('.') || OF_SYSTEMS.has(name.toLowerCase());
}
