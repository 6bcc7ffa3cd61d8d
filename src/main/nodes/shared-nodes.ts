/**
 * The services on one PostgreSQL database. Each sends a heartbeat every few seconds, by the database's clock; one that
 * has sent none for a while is dead, and the first service to notice releases its claims.
 */
import { hostname } from 'node:os';
import type { Clock } from '../clock.ts';
import { isNodeError } from '../errors.ts';
import type { Logger } from '../logger.ts';
import { buryNodes, type NodeRows, type StoredNode } from '../repositories/postgres/node-rows.ts';
import { createMail } from './mail.ts';
import { type NodeMessage, NodeStatus } from './node-message.ts';
import type { NodeNotice, Nodes, NodeView } from './nodes.ts';

const BEAT_MS = 5_000;
/** A service without a heartbeat for this long stops leading, before the others take it for dead. */
const LEADS_MS = 15_000;
/** After the database was unreachable, the others get this long for their next heartbeat. */
const GRACE_MS = 10_000;
/** A smaller difference of the clocks is ignored. */
const RIGHT_MS = 2_000;
const FORGET_EVERY_MS = 60_000;
/** How long a new service waits until the others know of it. */
const WELCOME_MS = 2_000;
/** How long PostgreSQL may take to notice that a process on this machine was killed. */
const ENDING_MS = 2_000;
const LOOK_MS = 100;

type Self = { name: string; version: string; url: () => string; works: boolean };

export function createNodes(
  { rows, clock, logger }: { rows: NodeRows; clock: Clock; logger: Logger },
  self: Self,
): Nodes {
  const listeners = new Set<(notice: NodeNotice) => void>();
  const stopping = new AbortController();
  const unwelcomed = new Set<string>();
  let id: string | null = null;
  let known: StoredNode[] = [];
  /** The other services, including those that have just joined. */
  let company = new Set<string>();
  const arrived = new Set<string>();
  /** The dead: those without a heartbeat, and those on this machine whose process has ended. */
  let dead: { silent: string[]; ended: string[] } = { silent: [], ended: [] };
  let first: string | null = null;
  let seenAt = Number.NEGATIVE_INFINITY;
  let steadySince = 0;
  let forgotAt = 0;
  let offset = 0;
  let status = (): NodeStatus => NodeStatus.parse({});
  let wake = () => {};
  let loop: Promise<void> | null = null;

  const notify = (notice: NodeNotice): void => {
    for (const listener of listeners) listener(notice);
  };

  const onMessage = (message: NodeMessage, from: string): void => {
    if (message.type === 'joined') {
      company.add(from);
      arrived.add(from);
      mail.tell({ type: 'welcome', to: from });
      notify({ type: 'came' });
      wake();
    } else if (message.type === 'welcome') {
      if (message.to === id && unwelcomed.delete(from) && loop) notify({ type: 'missed' });
    } else if (message.type === 'too_much') notify({ type: 'missed' });
    else notify({ type: 'said', message });
  };
  const mail = createMail(
    { rows, clock, logger },
    { id: () => id, onMessage, onMissed: () => notify({ type: 'missed' }) },
  );

  const register = async (): Promise<void> => {
    const [next, at] = [rows.nextId(id), clock.mono()];
    const { name, version, works } = self;
    const { pid } = process;
    await rows.join({ id: next, name, version, works, url: self.url(), host: hostname(), pid });
    id = next;
    seenAt = at;
  };

  /** Determines which services are alive and which are dead; the first of those that process jobs leads. */
  const refresh = async (): Promise<void> => {
    const before = company;
    arrived.clear();
    const all = await rows.list();
    const others = all.filter((node) => node.id !== id);
    const ended = others.filter(hasEnded).map((node) => node.id);
    const mayJudge = !loop || clock.mono() - steadySince >= GRACE_MS;
    const silent = others.filter((node) => node.isDead && mayJudge).map((node) => node.id);
    dead = { silent, ended };
    const away = new Set([...ended, ...silent]);
    known = all.filter((node) => !away.has(node.id));
    company = new Set([...known.map((node) => node.id), ...arrived]);
    company.delete(id ?? '');
    if (silent.length > 0) await rows.disconnect(silent);
    // A service whose arrival was missed gets this one's messages from now on, and is told that it got none before.
    const unannounced = loop ? without(company, before) : new Set<string>();
    for (const to of unannounced) mail.tell({ type: 'welcome', to });
    const leader = known.find((node) => node.works)?.id ?? null;
    if (leader !== first) {
      first = leader;
      notify({ type: 'lead' });
    }
    const gone = without(before, company);
    if (!loop || (gone.size === 0 && away.size === 0)) return;
    if (away.size > 0) logger.warn({ nodes: [...away] }, 'other services are dead');
    notify({ type: 'lost' });
  };

  const beat = async (): Promise<void> => {
    if (id === null) return;
    const at = clock.mono();
    const isLate = at - seenAt > GRACE_MS;
    const now = await rows.beat(id, { status: JSON.stringify(status()), url: self.url() });
    if (isLate) steadySince = clock.mono();
    if (now !== null) measure(now - clock.now());
    else {
      logger.warn({ node: id }, 'this service was taken for dead and begins anew');
      await register();
      mail.tell({ type: 'joined' });
      notify({ type: 'void' });
      notify({ type: 'missed' });
    }
    seenAt = at;
    await refresh();
    await mail.exchange();
    if (!leads() || clock.mono() - forgotAt < FORGET_EVERY_MS) return;
    forgotAt = clock.mono();
    await rows.forgetMessages();
  };

  /** Small changes are only the delay of the connection. */
  const measure = (ahead: number): void => {
    if (Math.abs(ahead - offset) > RIGHT_MS / 2) offset = Math.round(ahead);
  };

  const keepBeating = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await beat().catch((error: unknown) => {
        logger.warn({ err: error }, 'the database does not hear that this service is there');
      });
      const woken = new AbortController();
      wake = () => woken.abort();
      const signal = AbortSignal.any([woken.signal, stopping.signal]);
      await clock.sleep(BEAT_MS, signal).catch(() => {});
    }
  };

  const leads = (): boolean =>
    id !== null && first === id && clock.mono() - seenAt < LEADS_MS && !stopping.signal.aborted;

  /** Waits as long as `waits` returns true. */
  const waitWhile = async (waits: () => boolean | Promise<boolean>, ms: number): Promise<void> => {
    const until = clock.mono() + ms;
    while (clock.mono() < until && (await waits())) await clock.sleep(LOOK_MS);
  };

  return {
    id: () => id,
    leads,
    offsetMs: () => (company.size === 0 || Math.abs(offset) < RIGHT_MS ? 0 : offset),
    tell: (message) => {
      if (company.size > 0) mail.tell(message);
    },
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    working: () => known.filter((node) => node.works).length,
    isThere: (other) => known.some((node) => node.id === other),
    list: async () => (await rows.list()).filter((node) => !node.isDead).map((n) => toView(n, id)),
    describe: (describes) => {
      status = describes;
    },
    bury: (trx) => buryNodes(trx, dead),

    async join() {
      if (id !== null) return;
      await mail.open();
      await waitWhile(async () => (await rows.list()).some(isEnding), ENDING_MS);
      await register();
      steadySince = clock.mono();
      await refresh();
      for (const other of company) unwelcomed.add(other);
      if (unwelcomed.size > 0) {
        mail.tell({ type: 'joined' });
        await waitWhile(() => unwelcomed.size > 0, WELCOME_MS);
      }
      await beat();
      loop = keepBeating();
    },

    async stop() {
      stopping.abort();
      await loop;
      if (id !== null) await rows.leave(id).catch(() => {});
      id = null;
    },
  };
}

function without(some: ReadonlySet<string>, others: ReadonlySet<string>): Set<string> {
  return new Set([...some].filter((one) => !others.has(one)));
}

/** Whether its process on this machine has ended; another machine may have the same name, so its connection counts. */
const hasEnded = (node: StoredNode) => isOfDeadProcess(node) && !node.isConnected;
const isEnding = (node: StoredNode) => isOfDeadProcess(node) && node.isConnected;

function isOfDeadProcess({ host, pid }: StoredNode): boolean {
  return host === hostname() && (pid === process.pid || !isRunning(pid));
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return isNodeError(error) && error.code === 'EPERM';
  }
}

function toView(node: StoredNode, id: string | null): NodeView {
  const { name, version, url, works, startedAt, seenAt } = node;
  const status = NodeStatus.safeParse(JSON.parse(node.status));
  return {
    id: node.id,
    name,
    version,
    url,
    works,
    startedAt,
    seenAt,
    here: node.id === id,
    status: status.success ? status.data : NodeStatus.parse({}),
  };
}
