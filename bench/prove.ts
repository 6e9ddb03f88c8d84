// npm run prove [-- NAME …]: the long proofs. Their short, seeded versions are part of npm test.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { crashEngine } from './prove/engine-crash.ts';
import { measureFairness } from './prove/fairness.ts';
import { survive } from './prove/survival.ts';

const seed = Number(process.env['PROVE_SEED'] ?? Math.floor(performance.timeOrigin % 1e9));

const engineProofs = 'packages/server/src/runs/proofs';
const proofs = {
  'service-kill': async () => {
    const { kills, answered, stored, missing, load } = await survive('service', 90, seed);
    console.log(
      `kill -9 of the service x ${kills}: ${answered} answered 201, ${stored} stored, ${missing} missing; max ${load.max.toFixed(0)} ms`,
    );
    return missing === 0;
  },
  'postgres-kill': async () => {
    const { kills, answered, stored, missing, load } = await survive('postgres', 90, seed);
    console.log(
      `kill -9 of PostgreSQL x ${kills}: ${answered} answered 201, ${stored} stored, ${missing} missing; ` +
        `statuses ${JSON.stringify(load.statuses)}, slowest answer ${load.max.toFixed(0)} ms`,
    );
    return missing === 0 && load.max < 5_000;
  },
  'any-cart': () => tests('packages/server/src/http/public/any-cart.test.ts', { PROPERTY_RUNS: '20000' }),
  'flow-fuzz': () => tests('packages/flow/src/validate/fuzz.test.ts', { FUZZ_RUNS: '100000' }),
  'flow-laws': () => tests('packages/flow/src/interpret/laws.test.ts', { LAW_RUNS: '10000' }),
  'live-simulated': () =>
    tests(`${engineProofs}/live-simulated.test.ts`, { LIVE_RUNS: '1000', PROVE_SEED: String(seed) }),
  'paid-race': () => tests(`${engineProofs}/paid-race.test.ts`, { RACES: '10000', PROVE_SEED: String(seed) }),
  'engine-crash': () => crash('workers', 2_000, 100),
  'engine-crash-postgres': () => crash('postgres', 2_000, 100),
  fairness: async () => {
    const { startMs, startsLeft, timerMs, timersLeft } = await measureFairness(200_000);
    console.log(
      `beside a store with ${startsLeft} events left, a new run starts after ${startMs.toFixed(0)} ms; ` +
        `beside ${timersLeft} timers due before it, one is taken after ${timerMs.toFixed(0)} ms`,
    );
    return startMs < 2_000 && timerMs < 2_000;
  },
} as const satisfies Record<string, () => Promise<boolean>>;

/** Runs of an automation under kill -9; tells what is unknown, and which kill is to blame. */
async function crash(victim: 'workers' | 'postgres', runs: number, kills: number): Promise<boolean> {
  const done = await crashEngine({ victim, runs, kills, seed });
  const { points, sends, repeats, unknown, wrong } = done;
  for (const { key, called, lasted, kill } of unknown) {
    const killed = kill ? (kill.worker ?? 'PostgreSQL') : 'nobody';
    console.log(`unknown after ${lasted.toFixed(0)} ms: ${key}, called ${called} times, ${killed} killed`);
  }
  for (const line of wrong) console.error(line);
  console.log(
    `kill -9 of ${victim} x ${done.kills} (${points.length} crash points): ${done.runs} runs, ${sends} messages, ` +
      `${repeats} calls repeated under their key, ${unknown.length} unknown, ${wrong.length} wrong`,
  );
  return wrong.length === 0;
}

/** The same tests as in npm test, with many more cases. */
function tests(file: string, env: Record<string, string>): Promise<boolean> {
  const go = path.resolve(import.meta.dirname, '../scripts/go.mjs');
  const child = spawn(process.execPath, [go, 'bin', 'vitest', 'run', file, '--testTimeout=3600000'], {
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  return new Promise((resolve) => child.once('exit', (code) => resolve(code === 0)));
}

const wanted = process.argv.slice(2);
console.log(`seed ${seed}`);
for (const [name, prove] of Object.entries(proofs)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(`# ${name}`);
  if (!(await prove())) {
    console.error(`${name} failed`);
    process.exitCode = 1;
  }
}
