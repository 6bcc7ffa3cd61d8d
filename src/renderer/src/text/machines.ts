import type { Machine, ServiceNode } from '../../../shared/machines.ts';
import { formatCount } from './format.ts';
import { joined } from './models.ts';

export function describeMachine({ lanes, models, version, draining }: Machine): string {
  const loaded = models.map(({ name, device }) => (device ? `${name} on ${device}` : name));
  return joined([
    draining ? 'Stopping' : atOnce(lanes),
    loaded.length === 0 ? 'No model loaded' : loaded.join(', '),
    `Steno ${version}`,
  ]);
}

export function describeWork({ busy, windows, windows_last_hour, seen_at }: Machine): string {
  return joined([
    busy === 0 ? 'Nothing to do' : `Works on ${parts(busy)}`,
    windows === 0
      ? null
      : `${parts(windows)} done, ${formatCount(windows_last_hour)} in the last hour`,
    lastSeen(seen_at),
  ]);
}

export function describeService({ works, lanes, running, version, seen_at }: ServiceNode): string {
  const now = running === 0 ? 'Nothing to do' : `Works on ${recordings(running)}`;
  const work = works ? [atOnce(lanes), now] : ['Only answers'];
  return joined([`Steno ${version}`, ...work, lastSeen(seen_at)]);
}

const recordings = (count: number) => (count === 1 ? 'a recording' : `${count} recordings`);
const parts = (count: number) => (count === 1 ? 'a part' : `${formatCount(count)} parts`);
const atOnce = (lanes: number) => (lanes === 1 ? 'One part at a time' : `${lanes} parts at once`);
const lastSeen = (iso: string) => `Last seen ${new Date(iso).toLocaleTimeString()}`;
