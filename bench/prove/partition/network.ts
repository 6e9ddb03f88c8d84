// A network for workers: each has a namespace (`ip netns`) with one link to PostgreSQL and one to everything else. A cut link drops every
// packet silently, as a switch without power does: neither side learns that the connection is gone. Needs root on Linux.
import { execFileSync } from 'node:child_process';

/** Which packets a cut drops: those of both directions, or of one, so that one side receives but cannot send. */
export const cuts = ['both ways', 'to PostgreSQL', 'from PostgreSQL'] as const;

/** A kind of cut. */
export type Cut = (typeof cuts)[number];

/** The network of all links. */
export const network = '10.77.0.0/16';

/** This machine's address on a worker's link to PostgreSQL. */
export const databaseHost = (worker: number): string => `10.77.${worker}.1`;
/** The address at which every worker reaches the gateway, on a link that is never cut. */
export const gatewayHost = '10.77.200.1';

const namespace = (worker: number): string => `retoma-w${worker}`;
const ip = (...args: string[]): void => void execFileSync('ip', args, { stdio: 'pipe' });
const tc = (...args: string[]): void => void execFileSync('tc', args, { stdio: 'pipe' });

/** Whether this process may create network namespaces. */
export function canPartition(): boolean {
  try {
    ip('netns', 'add', 'retoma-probe');
    ip('netns', 'delete', 'retoma-probe');
    return true;
  } catch {
    return false;
  }
}

/** Creates the network links of all workers; removes leftovers of an earlier run first. */
export function layCables(workers: number): void {
  removeCables(workers);
  ip('link', 'add', 'rtm-world', 'type', 'bridge');
  ip('addr', 'add', `${gatewayHost}/24`, 'dev', 'rtm-world');
  ip('link', 'set', 'rtm-world', 'up');
  for (let worker = 1; worker <= workers; worker++) {
    ip('netns', 'add', namespace(worker));
    const within = (...args: string[]): void => ip('-n', namespace(worker), ...args);
    for (const cable of ['db', 'out']) {
      ip('link', 'add', `rtm-${cable}${worker}`, 'type', 'veth', 'peer', 'name', cable, 'netns', namespace(worker));
      ip('link', 'set', `rtm-${cable}${worker}`, 'up');
      within('link', 'set', cable, 'up');
    }
    ip('addr', 'add', `${databaseHost(worker)}/24`, 'dev', `rtm-db${worker}`);
    within('addr', 'add', `10.77.${worker}.2/24`, 'dev', 'db');
    ip('link', 'set', `rtm-out${worker}`, 'master', 'rtm-world');
    within('addr', 'add', `10.77.200.${worker + 1}/24`, 'dev', 'out');
    within('link', 'set', 'lo', 'up');
  }
}

/** Removes the links; does nothing if there are none. */
export function removeCables(workers: number): void {
  const names = Array.from({ length: workers }, (_, index) => ['netns', 'delete', namespace(index + 1)]);
  for (const args of [...names, ['link', 'delete', 'rtm-world']]) {
    try {
      ip(...args);
    } catch {
      // it did not exist
    }
  }
}

/** The prefix of a worker's command line that runs it in its namespace. */
export const inNamespace = (worker: number): string[] => ['ip', 'netns', 'exec', namespace(worker)];

/** Cuts the link between a worker and PostgreSQL. */
export function cut(worker: number, how: Cut): void {
  if (how !== 'from PostgreSQL') tc('-n', namespace(worker), 'qdisc', 'replace', 'dev', 'db', 'root', 'blackhole');
  if (how !== 'to PostgreSQL') tc('qdisc', 'replace', 'dev', `rtm-db${worker}`, 'root', 'blackhole');
}

/** Restores the link. */
export function join(worker: number, how: Cut): void {
  if (how !== 'from PostgreSQL') tc('-n', namespace(worker), 'qdisc', 'delete', 'dev', 'db', 'root');
  if (how !== 'to PostgreSQL') tc('qdisc', 'delete', 'dev', `rtm-db${worker}`, 'root');
}
