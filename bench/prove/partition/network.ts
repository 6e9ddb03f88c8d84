// A network for workers: each has a namespace of its own (`ip netns`), with one cable to PostgreSQL and another to the rest of the
// world. A cable that is cut drops every packet without a word, which is what a switch does that lost its power: no one is notified that a
// connection is gone. Needs root on Linux.
import { execFileSync } from 'node:child_process';

/** Which packets a cut drops: those of both ways; or only one way's, so that one side receives and cannot send. */
export const cuts = ['both ways', 'to PostgreSQL', 'from PostgreSQL'] as const;

/** One of them. */
export type Cut = (typeof cuts)[number];

/** Every address of the cables. */
export const network = '10.77.0.0/16';

/** Where this side of a worker's cables is: PostgreSQL behind the one, everything else behind the other. */
export const databaseHost = (worker: number): string => `10.77.${worker}.1`;
/** The address that every worker reaches the gateway at: one of a cable that is never cut. */
export const gatewayHost = '10.77.200.1';

const namespace = (worker: number): string => `retoma-w${worker}`;
const ip = (...args: string[]): void => void execFileSync('ip', args, { stdio: 'pipe' });
const tc = (...args: string[]): void => void execFileSync('tc', args, { stdio: 'pipe' });

/** Whether a network may be made here. */
export function canPartition(): boolean {
  try {
    ip('netns', 'add', 'retoma-probe');
    ip('netns', 'delete', 'retoma-probe');
    return true;
  } catch {
    return false;
  }
}

/** Makes the network links of `count` workers; what an earlier run left behind is removed first. */
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

/** Removes them; where there are none it does nothing. */
export function removeCables(workers: number): void {
  const names = Array.from({ length: workers }, (_, index) => ['netns', 'delete', namespace(index + 1)]);
  for (const args of [...names, ['link', 'delete', 'rtm-world']]) {
    try {
      ip(...args);
    } catch {
      // it was not there
    }
  }
}

/** The command line of a process of this worker begins so. */
export const inNamespace = (worker: number): string[] => ['ip', 'netns', 'exec', namespace(worker)];

/** Cuts the cable between a worker and PostgreSQL. */
export function cut(worker: number, how: Cut): void {
  if (how !== 'from PostgreSQL') tc('-n', namespace(worker), 'qdisc', 'replace', 'dev', 'db', 'root', 'blackhole');
  if (how !== 'to PostgreSQL') tc('qdisc', 'replace', 'dev', `rtm-db${worker}`, 'root', 'blackhole');
}

/** Joins it again. */
export function join(worker: number, how: Cut): void {
  if (how !== 'from PostgreSQL') tc('-n', namespace(worker), 'qdisc', 'delete', 'dev', 'db', 'root');
  if (how !== 'to PostgreSQL') tc('qdisc', 'delete', 'dev', `rtm-db${worker}`, 'root');
}
