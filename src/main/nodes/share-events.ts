import { createEventBus, type EventBus } from '../events.ts';
import type { Nodes } from './nodes.ts';

/** Shares events among all services on the database: subscribers of each receive the events of all. */
export function shareEvents(nodes: Nodes): EventBus {
  const bus = createEventBus((event, owner) => nodes.tell({ type: 'event', event, owner }));
  nodes.listen((notice) => {
    if (notice.type === 'missed') bus.restart();
    if (notice.type !== 'said' || notice.message.type !== 'event') return;
    const { event, owner } = notice.message;
    bus.receive(event, owner);
  });
  return bus;
}
