// One worker process of ours.ts: does what `retoma work` does, with a fast clock and a provider that responds at once.
import type { ChannelProvider } from '../../packages/server/src/providers/channels/provider.ts';
import { unconnected } from '../../packages/server/src/providers/channels/sandbox-inbox.ts';
import { connectListener, listen } from '../../packages/server/src/base/postgres/listener.ts';
import { openPool } from '../../packages/server/src/base/postgres/pool.ts';
import { enginePool, openEngine } from '../../packages/server/src/automations/engine/open-engine.ts';
import { openLog } from '../../packages/server/src/base/log/log.ts';
import { openMetrics } from '../../packages/server/src/base/telemetry/metrics.ts';
import { openEngineMetrics } from '../../packages/server/src/automations/engine/engine-metrics.ts';
import { runEngine } from '../../packages/server/src/automations/engine/start-engine.ts';
import { StoreDirectory } from '../../packages/server/src/stores/store-directory.ts';
import { heapAfterCollection } from './runner.ts';
import { scaledNow } from './scaled-now.ts';

/** A worker's message to the host. */
export type FromWorker = { kind: 'ready' } | { kind: 'heap'; bytes: number };

const connectionString = process.env['DATABASE_URL']!;
const scale = Number(process.env['CLOCK_SCALE']);
const clock = (): number => scaledNow(scale);
const provider: ChannelProvider = {
  ...unconnected,
  deduplicates: true,
  concurrency: 100_000,
  send: () => Promise.resolve({ outcome: 'sent' }),
};
const db = openPool(connectionString, 6, () => {}, enginePool);
const directory = new StoreDirectory(db, Date.now);
const running = runEngine(
  openEngine({
    db,
    clock,
    log: openLog('error'),
    metrics: openEngineMetrics(openMetrics().registry),
    findStore: (storeId) => directory.find(storeId),
    providers: { whatsapp: { bench: provider }, email: {}, sms: {} },
    baseUrl: () => 'https://pay.retoma.example',
    secret: 'a secret for benchmarks of thirty-two characters',
    leaseMs: 60_000 * scale,
    timeoutMs: 30_000,
  }),
  scale,
);
const listening = listen({
  connect: connectListener(connectionString),
  channels: { retoma_queue: running.notify },
  onGap: running.notify,
});
const post = (message: FromWorker): void => void process.send!(message);
process.on('message', (message) => {
  if (message === 'heap') void heapAfterCollection().then((bytes) => post({ kind: 'heap', bytes }));
});
process.once('disconnect', () => {
  void listening
    .stop()
    .then(() => running.stop())
    .then(() => db.end());
});
post({ kind: 'ready' });
