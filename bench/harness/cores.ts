import { readFileSync } from 'node:fs';
import os from 'node:os';
import { cpuOf, cpuOfMachine, family } from './processes.ts';

/** Processes that are measured together, and the group's name. */
export type Group = { readonly name: string; readonly pids: () => readonly number[] };

/** Average number of cores that each group used, and that all other processes of the machine used. */
export type Cores = { readonly [name: string]: number };

/** The name of the group of all other processes. */
export const others = 'others';

/** PostgreSQL, split into client backends and background writers. */
export const postgresGroups = (postmaster: number): Group[] => [
  { name: 'PostgreSQL backends', pids: () => family(postmaster).filter((pid) => pid === postmaster || isBackend(pid)) },
  { name: 'PostgreSQL writers', pids: () => family(postmaster).filter((pid) => pid !== postmaster && !isBackend(pid)) },
];

/** The title of a client backend begins with its user. An ended backend's CPU time is counted with the postmaster. */
function isBackend(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').startsWith('postgres: retoma');
  } catch {
    return false;
  }
}

/** Starts measuring; the returned function ends it. A process that starts or ends meanwhile counts only while its group lists it. */
export function measureCores(groups: readonly Group[]): () => Cores {
  const used = (): number[] => groups.map(({ pids }) => pids().reduce((sum, pid) => sum + cpuOf(pid), 0));
  const [before, machineBefore, startedAt] = [used(), cpuOfMachine(), performance.now()];
  return () => {
    const elapsed = (performance.now() - startedAt) / 1000;
    const cores = used().map((seconds, index) => Math.max(0, seconds - before[index]!) / elapsed);
    const total = (cpuOfMachine() - machineBefore) / elapsed;
    const known = cores.reduce((sum, one) => sum + one, 0);
    return { ...Object.fromEntries(groups.map(({ name }, index) => [name, cores[index]!])), [others]: total - known };
  };
}

/** The share from which a core, or all cores together, count as busy. */
const busy = 0.9;

/** The limit of a throughput, as text, derived from the use of cores. `single`: names of processes with at most one busy thread. */
export function limitOf(cores: Cores, single: readonly string[], machine = os.availableParallelism()): string {
  const [largest] = Object.entries(cores).toSorted(([, one], [, other]) => other - one);
  const total = Object.values(cores).reduce((sum, one) => sum + one, 0);
  if (total >= busy * machine) return `all ${machine} cores of the machine; most are used by ${largest![0]}`;
  const full = single.find((name) => (cores[name] ?? 0) >= busy);
  if (full !== undefined) return `the one thread of ${full}`;
  return `waiting (disk, locks, round trips): ${(machine - total).toFixed(2)} cores are idle`;
}
