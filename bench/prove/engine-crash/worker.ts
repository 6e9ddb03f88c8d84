// One worker process of the crash proof: what `retoma work` does, with a fast clock and the fake provider. It can die at a crash point.
import type { ChannelProvider, Delivered } from '../../../packages/server/src/providers/channels/provider.ts';
import { unconnected } from '../../../packages/server/src/providers/channels/sandbox-inbox.ts';
import { connectListener, listen } from '../../../packages/server/src/base/postgres/listener.ts';
import { openPool } from '../../../packages/server/src/base/postgres/pool.ts';
import { storeFind } from '../../../packages/server/src/stores/queries/stores.ts';
import { openLog } from '../../../packages/server/src/base/log/log.ts';
import { openMetrics } from '../../../packages/server/src/base/telemetry/metrics.ts';
import { openEngineMetrics } from '../../../packages/server/src/automations/engine/engine-metrics.ts';
import { enginePool, openEngine } from '../../../packages/server/src/automations/engine/open-engine.ts';
import { runEngine } from '../../../packages/server/src/automations/engine/start-engine.ts';
import type { ScriptedResult, Kind, Posted } from './fake-provider.ts';
import { flowNow, lease, scale } from './settings.ts';

const { DATABASE_URL, PROVIDER_URL, WORKER, CRASH_POINT, CRASH_TIME } = process.env;
const connectionString = DATABASE_URL!;

const answers: Record<ScriptedResult['outcome'], Delivered> = {
  sent: { outcome: 'sent' },
  refused: { outcome: 'refused', reason: 'REFUSED' },
  later: { outcome: 'later', reason: 'BUSY' },
};

const provider = (kind: Kind): ChannelProvider => ({
  ...unconnected,
  deduplicates: kind === 'whatsapp',
  // A permit is requested again after 250 ms of the flow's clock, which is almost no real time, so concurrency is unlimited.
  concurrency: 100_000,
  async send({ key }, signal) {
    const body = JSON.stringify({ kind, key } satisfies Posted);
    const response = await fetch(PROVIDER_URL!, { method: 'POST', body, signal });
    return answers[((await response.json()) as ScriptedResult).outcome];
  },
});

let left = Number(CRASH_TIME);
// The session's setting names the worker in the rows that the trigger of ledger.ts records.
const settings = { ...enginePool.settings, 'retoma.worker': WORKER! };
const db = openPool(connectionString, 6, () => {}, { ...enginePool, settings });
const running = runEngine(
  openEngine({
    db,
    clock: flowNow,
    log: openLog(process.env['PROVE_DEBUG'] ? 'error' : 'silent'),
    metrics: openEngineMetrics(openMetrics().registry),
    findStore: (storeId) => storeFind(db, storeId),
    providers: { whatsapp: { fake: provider('whatsapp') }, sms: { fake: provider('sms') }, email: {} },
    baseUrl: () => 'https://pay.retoma.example',
    secret: 'a secret for proofs of thirty-two characters',
    ...lease,
    crashPoint(point) {
      if (point === CRASH_POINT && --left === 0) process.kill(process.pid, 'SIGKILL');
    },
  }),
  scale,
);
const listening = listen({
  connect: connectListener(connectionString),
  channels: { retoma_queue: running.notify },
  onGap: running.notify,
});
process.once('disconnect', () => {
  void listening
    .stop()
    .then(() => running.stop())
    .then(() => db.end());
});
process.send!('ready');
