// npm run test:stress -- [--times N] [--full] FILTER …: runs the matching test files N times (10) on a machine that is slow and stands still:
// half a core, and every 10 to 25 s all processes stop for 1 to 4 s. Linux only. `--full` without a filter: all of npm run test:full.
import { spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { root } from './run-step.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { times: { type: 'string', default: '10' }, full: { type: 'boolean', default: false } },
});
if (process.platform !== 'linux') throw new Error('test:stress reads /proc, which only Linux has');

/** Marks the processes of a run. PostgreSQL leaves the tree of its parent, and keeps its environment. */
const mark = `RETOMA_STRESS=${process.pid}`;
/** The share of time in which the processes run, on one core, and the length of a cycle. */
const share = 0.5;
const cycleMs = 200;

/** The processes of this run: those with its mark, and their descendants. */
function processesOfRun(): number[] {
  const parents = new Map<number, number>();
  const marked = new Set<number>();
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    if (!Number.isInteger(pid)) continue;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      parents.set(pid, Number(stat.slice(stat.lastIndexOf(')') + 4).split(' ', 1)[0]));
      if (readFileSync(`/proc/${name}/environ`, 'utf8').split('\0').includes(mark)) marked.add(pid);
    } catch {
      // The process has ended, or belongs to another user.
    }
  }
  const isOfRun = (pid: number | undefined): boolean =>
    pid !== undefined && (marked.has(pid) || isOfRun(parents.get(pid)));
  return [...parents.keys()].filter(isOfRun);
}

function signalAll(signal: 'SIGSTOP' | 'SIGCONT'): void {
  for (const pid of processesOfRun()) {
    try {
      process.kill(pid, signal);
    } catch {
      // The process has ended.
    }
  }
}

const between = (low: number, high: number): number => low + Math.random() * (high - low);

/** Stops and continues the processes of the run until `isDone`. */
async function slowDown(isDone: () => boolean): Promise<void> {
  let nextFreeze = performance.now() + between(10_000, 25_000);
  while (!isDone()) {
    const isFreeze = performance.now() >= nextFreeze;
    signalAll('SIGSTOP');
    await sleep(isFreeze ? between(1_000, 4_000) : cycleMs * (1 - share));
    signalAll('SIGCONT');
    if (isFreeze) nextFreeze = performance.now() + between(10_000, 25_000);
    await sleep(cycleMs * share);
  }
}

/** Runs the tests once under stress; returns whether they passed. */
async function runOnce(): Promise<boolean> {
  const script = path.join(root, 'scripts', values.full ? 'test-full.ts' : 'test.ts');
  const hasTaskset = spawnSync('taskset', ['--version']).status === 0;
  const command = [...(hasTaskset ? ['taskset', '-c', '0'] : []), process.execPath, script, ...positionals];
  const [name, value] = mark.split('=') as [string, string];
  const child = spawn(command[0]!, command.slice(1), {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, [name]: value },
  });
  let status: number | null | undefined;
  child.once('exit', (code) => void (status = code));
  await slowDown(() => status !== undefined);
  return status === 0;
}

// Ctrl+C leaves no process stopped.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    signalAll('SIGCONT');
    process.exit(130);
  });
}

const times = Number(values.times);
let failed = 0;
for (let run = 1; run <= times; run++) {
  const passed = await runOnce();
  if (!passed) failed++;
  console.log(`\n${passed ? '✓' : '✗'} run ${run} of ${times} under stress; ${failed} failed so far`);
}
process.exitCode = failed === 0 ? 0 : 1;
