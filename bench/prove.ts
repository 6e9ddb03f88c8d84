// npm run prove [-- NAME …]: the long proofs. Their short, seeded versions are part of npm run test:full.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { killAtRandom } from './prove/chaos.ts';
import { describeOutcome, evaluateOutcome, type Outcome } from './prove/chaos/outcome.ts';
import type { ChaosTrial } from './prove/chaos/under-load.ts';
import { abuse } from './prove/abuse.ts';
import { crashAnswers } from './prove/answer-crash.ts';
import { backUp } from './prove/backup.ts';
import { crashEngine } from './prove/engine-crash.ts';
import { allowedGaps, failOver, type Gap } from './prove/failover.ts';
import { missingPackages } from './prove/failover/machines.ts';
import { sendHostileTexts } from './prove/hostile-texts.ts';
import { measureFairness } from './prove/fairness.ts';
import { followGuides } from './prove/guides.ts';
import { proveImage } from './prove/image.ts';
import { describeLargeStore, measureLargeStore, slowPages } from './prove/large-store.ts';
import { proveMoney } from './prove/money.ts';
import { partition } from './prove/partition.ts';
import { describeRestored, isRecovered, proveRecovery } from './prove/pitr.ts';
import { canPartition } from './prove/partition/network.ts';
import { refusedModes, startThrough, workBehindPooler } from './prove/poolers.ts';
import { hasPgBouncer } from './prove/poolers/pgbouncer.ts';
import { measureScale } from './prove/scale.ts';
import { proveShards, shardCount } from './prove/shards.ts';
import { findCitus } from './prove/citus/citus-cluster.ts';
import { passGates } from './prove/citus/citus-gates.ts';
import { describeMoves, isMoved, moveUnderLoad, openNodes, openServers } from './prove/shard-move.ts';
import { measureShardCost } from './prove/shards/shard-cost.ts';
import { survive } from './prove/survival.ts';
import { upgrade } from './prove/upgrade.ts';
import { proveWebhooks } from './prove/webhooks.ts';
import { nextRelease, previousRelease } from './prove/upgrade/releases.ts';

// `shards --citus --gate g1`: the gates of Citus, all or some.
const { positionals: wanted, values: flags } = parseArgs({
  allowPositionals: true,
  options: { citus: { type: 'boolean' }, gate: { type: 'string', multiple: true } },
});
const seed = Number(process.env['PROVE_SEED'] ?? Math.floor(performance.timeOrigin % 1e9));

const engineProofs = 'packages/server/src/automations/engine/proofs';
const orderProofs = 'packages/server/src/shop/orders/proofs';
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
  'answer-crash': async () => {
    const { kills, sent, answered, lost, duplicated } = await crashAnswers({ kills: 200, seed });
    for (const line of [...lost, ...duplicated]) console.error(line);
    console.log(
      `kill -9 around the answer x ${kills}: ${sent} checkouts sent, ${answered} answered 201, ` +
        `${lost.length} lost, ${duplicated.length} duplicated`,
    );
    return lost.length + duplicated.length === 0;
  },
  'any-browsers': async () =>
    (await tests('packages/server/src/shop/checkouts/entered/any-browsers.test.ts', { PROPERTY_RUNS: '100000' })) &&
    (await tests('packages/server/src/shop/pay-page/any-stranger.test.ts', { PROPERTY_RUNS: '200' })),
  'any-cart': () => tests('packages/server/src/shop/public/any-cart.test.ts', { PROPERTY_RUNS: '20000' }),
  'flow-fuzz': () => tests('packages/flow/src/validate/fuzz.test.ts', { FUZZ_RUNS: '100000' }),
  'edit-laws': () => tests('packages/flow/src/edit/laws.test.ts', { FUZZ_RUNS: '10000' }),
  'copilot-bench': () => tests('packages/server/src/automations/copilot/bench.test.ts', { COPILOT_BENCH: 'all' }),
  'flow-laws': () => tests('packages/flow/src/interpret/laws.test.ts', { LAW_RUNS: '10000' }),
  'live-simulated': () =>
    tests(`${engineProofs}/live-simulated.test.ts`, { LIVE_RUNS: '1000', PROVE_SEED: String(seed) }),
  'paid-race': () => tests(`${engineProofs}/paid-race.test.ts`, { RACES: '10000', PROVE_SEED: String(seed) }),
  isolation: () =>
    tests('packages/server/src/app/http/proofs/isolation.test.ts', {
      ISOLATION_REQUESTS: '30000',
      PROVE_SEED: String(seed),
    }),
  connectors: async () => {
    const proofs = 'packages/server/src/shop/connectors/proofs';
    if (!(await tests(`${proofs}/arrival.test.ts`, { PROVE_SEED: String(seed) }))) return false;
    const orders = process.env['CONNECTOR_ORDERS'] ?? '10000';
    return tests(`${proofs}/outage.test.ts`, { CONNECTOR_ORDERS: orders, PROVE_SEED: String(seed) });
  },
  'payment-notices': () =>
    tests(`${orderProofs}/payment-webhooks.test.ts`, { WEBHOOK_RUNS: '2000', PROVE_SEED: String(seed) }),
  money: async () => {
    const runs = { MONEY_RUNS: '1000000', PROVE_SEED: String(seed) };
    if (!(await tests('packages/commerce/src/order/order-amounts.test.ts', runs))) return false;
    const [steps, kills] = ['STEPS', 'KILLS'].map((name) => Number(process.env[name]));
    const many = steps || 12_000;
    const done = await proveMoney({ orders: Math.ceil(many / 20), steps: many, kills: kills || 60, seed });
    for (const line of done.wrong) console.error(line);
    console.log(
      `${done.steps} steps around orders, kill -9 of a service x ${done.kills}, ${done.wrong.length} wrong: ${JSON.stringify(done.found)}`,
    );
    // A case that never occurred proves nothing, so each count must be positive.
    return done.wrong.length === 0 && Object.values(done.found).every((count) => count > 0);
  },
  prices: async () => {
    // Two processes at once, each with a database of its own: one checks a thousand carts a second at most.
    const half = String(Math.ceil(Number(process.env['PRICE_RUNS'] ?? 1_000_000) / 2));
    const halves = [seed, seed + 1].map((own) =>
      tests('packages/server/src/shop/prices/proofs/same-total.test.ts', {
        PRICE_RUNS: half,
        PROVE_SEED: String(own),
        TEST_DATABASE_URL: '',
      }),
    );
    if (!(await Promise.all(halves)).every((isProven) => isProven)) return false;
    const shoppers = process.env['COUPON_SHOPPERS'] ?? '1000';
    return tests('packages/server/src/shop/prices/coupons.test.ts', { COUPON_SHOPPERS: shoppers });
  },
  'hostile-texts': async () => {
    const { texts, answers, live, late, megabytes } = await sendHostileTexts();
    console.log(`${texts} hostile texts of up to 2 MB: ${JSON.stringify(answers)}; live: ${live.join(', ')}`);
    console.log(
      `/health/live meanwhile x ${late.calls}: p99 ${late.p99} ms, max ${late.max} ms; memory at most ${megabytes} MiB`,
    );
    return late.p99 < 100 && megabytes < 512;
  },
  abuse: async () => {
    const { flood, cards, disk, lockout } = await abuse({ leads: 200, cards: 160, carts: 240 });
    console.log(
      `SMS flood: ${flood.leads} strangers named, ${flood.sent} SMS left, ${flood.withAddress} with an address`,
    );
    console.log(`card testing: ${cards.tried} cards tried, ${cards.reached} reached the bank`);
    console.log(`disk filling: ${disk.sent} carts of 1.6 MB sent, ${disk.stored} stored, ${disk.megabytes} MB more`);
    console.log(
      `lock-out: after ten wrong passwords of another network the owner's own browser gets ${lockout.status}`,
    );
    return (
      flood.sent <= 30 &&
      flood.withAddress === 0 &&
      cards.reached <= 5 &&
      disk.megabytes <= 60 &&
      lockout.status === 200
    );
  },
  'engine-crash': () => crash('workers', 2_000, 100),
  'engine-crash-postgres': () => crash('postgres', 2_000, 100),
  chaos: () =>
    underLoad('chaos', (trial) => killAtRandom({ apis: 2, workers: 2, stores: 10 }, trial), { between: [17, 22] }),
  partition: async () => {
    if (canPartition()) {
      const size = { apis: 1, workers: 2, stores: 10 };
      return underLoad('partition', (trial) => partition(size, trial), { between: [17, 22] });
    }
    console.log('left out: network namespaces need root on Linux');
    return true;
  },
  failover: async () => {
    const missing = missingPackages();
    if (missing.length > 0) {
      console.log(`this machine lacks ${missing.join(', ')}`);
      return 'not tried';
    }
    const gaps: Gap[] = [];
    const isProven = await underLoad(
      'failover',
      async (trial) => {
        const done = await failOver({ apis: 1, workers: 2, stores: 4 }, { ...trial, blows: 9 });
        gaps.push(...done.gaps);
        return done.outcome;
      },
      { between: [12, 15] },
    );
    for (const { failure, ms } of gaps) console.log(`${failure}: no write for ${(ms / 1000).toFixed(1)} s`);
    return isProven && gaps.length === 9 && gaps.every(({ failure, ms }) => ms <= allowedGaps[failure]);
  },
  poolers: async () => {
    if (!hasPgBouncer()) {
      console.log('this machine lacks pgbouncer');
      return 'not tried';
    }
    for (const mode of refusedModes) {
      const { exitStatus, isAdvised, tables } = await startThrough(mode);
      console.log(
        `${mode} mode: exit status ${exitStatus}, ${isAdvised ? 'with' : 'without'} advice, ${tables} tables`,
      );
      if (exitStatus !== 2 || !isAdvised || tables > 0) return false;
    }
    console.log('session mode:');
    const size = { apis: 1, workers: 2, stores: 10 };
    return underLoad('poolers', (trial) => workBehindPooler(size, trial), { between: [17, 22], minutes: 4 });
  },
  shards: async () => {
    if (flags.citus === true) {
      const citus = findCitus();
      if ('folder' in citus) return passGates(flags.gate ?? [], { installation: citus.folder, seed });
      console.log(citus.missing);
    }
    const size = { apis: 2, workers: 2, stores: 8 };
    return underLoad('shards', (trial) => proveShards(size, trial), { between: [17, 22] });
  },
  'shard-move': async () => {
    const megabytes = Number(process.env['MEGABYTES']) || 1_000;
    const rate = Number(process.env['RATE'] ?? 30);
    const trial = { seconds: 1_200, calm: 5, between: [10, 12], rate, seed, settle: true } as const;
    const citus = flags.citus === true ? findCitus() : undefined;
    if (citus && 'missing' in citus) {
      console.log(citus.missing);
      return false;
    }
    const places = citus ? openNodes(citus.folder) : await openServers();
    const moved = await moveUnderLoad(places, { apis: 2, workers: 2, stores: 8 }, megabytes, trial);
    console.log(describeMoves(moved));
    return isMoved(moved);
  },
  'shard-cost': async () => {
    const rounds = Number(process.env['ROUNDS']) || 3;
    const { one, several, ratio } = await measureShardCost(shardCount, { seconds: 60, rate: 40, rounds, seed });
    const inAll = (what: 'idle' | 'load'): string =>
      `${one[what].toFixed(3)} cores in one shard, ${several[what].toFixed(3)} in ${shardCount}`;
    console.log(
      `CPU that the same load adds: ${inAll('load')}: ${ratio.toFixed(2)} x. Without load: ${inAll('idle')}.`,
    );
    return ratio <= 1.1;
  },
  guides: () => followGuides(),
  image: async () => {
    const done = await proveImage();
    if ('missing' in done) {
      console.log(`no Docker daemon answers, and these are missing: ${done.missing.join(', ')}`);
      return 'not tried';
    }
    console.log(done);
    return (
      done.megabytes <= 250 &&
      done.user !== '0' &&
      done.capabilities === 0 &&
      !done.canWrite &&
      !done.hasShell &&
      done.isHealthy &&
      done.paymentStatus === 'paid' &&
      done.messages > 0 &&
      done.exitStatus === 0 &&
      done.isStored
    );
  },
  backup: async () => {
    const done = await backUp(2_000);
    console.log(done ?? 'left out: no pg_dump here that reads a PostgreSQL which can be had');
    return !done || (done.missing + done.refused.length + done.findings.length === 0 && done.isUsable);
  },
  pitr: async () => {
    const done = await proveRecovery(Number(process.env['ANSWERS']) || 8_000, 60);
    if (done.missingPackages.length > 0) {
      console.log(`not tried: apt-get install --no-install-recommends ${done.missingPackages.join(' ')}`);
      return 'not tried';
    }
    for (const line of describeRestored(done)) console.log(line);
    return isRecovered(done);
  },
  upgrade: async () => {
    const previous = previousRelease();
    if (!previous) console.log('history holds no program whose migrations are all unchanged: only to the next release');
    for (const releases of [previous, nextRelease()].filter((each) => each !== undefined)) {
      const done = await upgrade(releases, 1_000);
      console.log(done);
      const isComplete = Object.keys(done.runs).join() === 'completed 2';
      if (done.missing + done.refused.length + done.findings.length > 0 || !isComplete) return false;
    }
    return true;
  },
  scale: async () => {
    const [runs, seconds, repetitions] = ['RUNS', 'SECONDS', 'REPETITIONS'].map((name) => Number(process.env[name]));
    console.log(await measureScale({ runs: runs || 100_000, seconds: seconds || 8, repetitions: repetitions || 3 }));
    return true;
  },
  'large-store': async () => {
    const [runs, times] = ['RUNS', 'TIMES'].map((name) => Number(process.env[name]));
    const found = await measureLargeStore(runs || 1_000_000, times || 100, 200);
    console.log(describeLargeStore(found));
    const slow = slowPages(found);
    for (const page of slow) console.error(`too slow: ${page}`);
    return slow.length === 0;
  },
  webhooks: async () => {
    const kills = { workers: 8, receiver: 2 };
    const proof = await proveWebhooks({ deliveries: 100_000, stores: 20, kills, timed: 150, seed });
    const { sent, received, repeated, missing, invalid, outOfOrder, givenUp, left, hours, perSecond, delay } = proof;
    const ratio = delay.besideMs / delay.aloneMs;
    console.log(
      `${sent} events, ${received} deliveries (${perSecond.toFixed(0)} a second), 30 % refused, ${proof.kills} kills, ${hours.toFixed(0)} hours passed: ` +
        `${missing.length} missing, ${invalid} with a wrong signature, ${outOfOrder.length} orders out of order, ${left} left, ` +
        `${givenUp} given up, ${repeated} repeated`,
    );
    console.log(
      `p99 of a store ${delay.aloneMs.toFixed(0)} ms, beside an endpoint that hangs 30 s (${delay.hung} calls) ` +
        `${delay.besideMs.toFixed(0)} ms: ratio ${ratio.toFixed(2)}`,
    );
    return missing.length + invalid + outOfOrder.length + left === 0 && ratio < 1.5;
  },
  fairness: async () => {
    const { startMs, startsLeft, timerMs, timersLeft } = await measureFairness(200_000);
    console.log(
      `beside a store with ${startsLeft} events left, a new run starts after ${startMs.toFixed(0)} ms; ` +
        `beside ${timersLeft} timers due before it, one is taken after ${timerMs.toFixed(0)} ms`,
    );
    return startMs < 2_000 && timerMs < 2_000;
  },
} as const satisfies Record<string, () => Promise<boolean | 'not tried'>>;

/** Runs an automation under kill -9; prints messages with an unknown outcome, and the kill that caused each. */
async function crash(victim: 'workers' | 'postgres', runs: number, kills: number): Promise<boolean> {
  const done = await crashEngine({ victim, runs, kills, seed });
  const { points, sends, repeats, unknown, late, wrong } = done;
  for (const { key, called, lasted, kill } of unknown) {
    const killed = kill ? (kill.worker ?? 'PostgreSQL') : 'nobody';
    console.log(`unknown after ${lasted.toFixed(0)} ms: ${key}, called ${called} times, ${killed} killed`);
  }
  for (const line of wrong) console.error(line);
  console.log(
    `kill -9 of ${victim} x ${done.kills} (${points.length} crash points): ${done.runs} runs, ${sends} messages, ` +
      `${repeats} calls repeated under their key, ${unknown.length} unknown (${late} of them late), ${wrong.length} wrong`,
  );
  return wrong.length + late === 0;
}

/** Minutes of a product under load (MINUTES, RATE); prints what was accepted, what was lost, and each recovery. */
async function underLoad(
  name: string,
  run: (trial: ChaosTrial) => Promise<Outcome>,
  { between, minutes = 10 }: Pick<ChaosTrial, 'between'> & { readonly minutes?: number },
): Promise<boolean> {
  const seconds = Number(process.env['MINUTES'] ?? minutes) * 60;
  const rate = Number(process.env['RATE'] ?? 60);
  const folder = path.resolve('.retoma', name);
  const outcome = await run({ seconds, calm: 30, between, rate, seed, settle: true, folder });
  console.log(describeOutcome(outcome));
  console.log(`In ${folder}: report.md and its plots`);
  return evaluateOutcome(outcome) === 'proven';
}

/** Runs a test file of either level with many more cases. */
function tests(file: string, env: Record<string, string>): Promise<boolean> {
  // Checked here because the test runner passes when a pattern matches no file.
  if (!existsSync(path.resolve(import.meta.dirname, '..', file))) throw new Error(`there is no ${file}`);
  const go = path.resolve(import.meta.dirname, '../scripts/go.mjs');
  const child = spawn(process.execPath, [go, 'bin', 'vitest', 'run', file, '--testTimeout=3600000'], {
    stdio: 'inherit',
    env: { ...process.env, TEST_LEVEL: 'any', ...env },
  });
  return new Promise((resolve) => child.once('exit', (code) => resolve(code === 0)));
}

console.log(`seed ${seed}`);
for (const [name, prove] of Object.entries(proofs)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(`# ${name}`);
  const outcome: boolean | 'not tried' = await prove();
  if (outcome === true) continue;
  console.error(`${name} ${outcome === 'not tried' ? outcome : 'failed'}`);
  // 2: nothing failed, but a proof was not tried.
  process.exitCode = outcome === 'not tried' ? (process.exitCode ?? 2) : 1;
}
