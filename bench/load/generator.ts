// The process of the load: makes each request at the instant at which it is due, without waiting for others, and records all outcomes. Its
// gateway accepts messages until it is stopped.
import { writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { randomFrom } from '../../packages/server/src/automations/engine/proofs/testing/random.ts';
import { arrivals } from './arrivals.ts';
import { Caller } from './caller.ts';
import { Gateway, touchOf } from './gateway.ts';
import { percentile, type Delivery, type Recording, type LoadSample } from './recording.ts';
import type { Load } from './settings.ts';
import { Traffic } from './traffic.ts';

/** Messages to the process: `enough` stops new shoppers, `stop` also closes the gateway. */
export type ToGenerator = 'enough' | 'stop';

const load = JSON.parse(process.argv[2]!) as Load;
const random = randomFrom(load.seed);
const gateway = load.gateway && (await new Gateway(randomFrom(load.seed + 1)).start(load.gateway));
const caller = new Caller(load.baseUrls);
const startedAt = Date.now();
const name = `L${startedAt.toString(36)}`;
const traffic = new Traffic({ stores: load.stores, caller, gateway, random: randomFrom(load.seed + 2), name });
const samples: LoadSample[] = [];
const lateness: number[] = [];
const underWay = new Set<Promise<void>>();

async function make({ at, kind }: { at: number; kind: LoadSample['kind'] }, zero: number): Promise<void> {
  lateness.push(performance.now() - zero - at);
  const status = await traffic.do(kind);
  if (status !== undefined) samples.push({ kind, at, ms: performance.now() - zero - at, status });
}

/** First messages by event. A message may precede its event's response, because an event with a lost response is sent again. */
function deliveries(): Delivery[] {
  const first = new Map<string, number>();
  for (const call of gateway?.calls.toReversed() ?? []) first.set(touchOf(call), call.at);
  return [...traffic.awaited]
    .filter(([touch]) => first.has(touch))
    .map(([touch, at]) => ({ at: at - zero, ms: Math.max(0, first.get(touch)! - at) }))
    .toSorted((one, other) => one.at - other.at);
}

let [enough, over] = [false, false];
const stopped = new Promise<void>((resolve) => {
  process.on('message', (message: ToGenerator) => {
    enough = true;
    if (message === 'stop') resolve();
  });
});
process.once('disconnect', () => process.exit(over ? 0 : 1));
process.send!('started');
const zero = performance.now();
for (const arrival of arrivals(load, random)) {
  if (enough) break;
  const early = zero + arrival.at - performance.now();
  if (early > 1) await sleep(early);
  const made = make(arrival, zero);
  underWay.add(made);
  void made.finally(() => underWay.delete(made));
}
await Promise.all(underWay);
caller.close();
process.send!('done');
// The gateway stays open: workers still send messages long after the last shopper.
await stopped;
const calls = gateway?.calls ?? [];
const recording: Recording = {
  startedAt,
  samples: samples.sort((one, other) => one.at - other.at),
  lateP99: percentile(lateness, 0.99),
  accepted: traffic.accepted,
  calls,
  deliveries: deliveries(),
};
writeFileSync(load.file, JSON.stringify(recording));
gateway?.stop();
over = true;
process.disconnect!();
