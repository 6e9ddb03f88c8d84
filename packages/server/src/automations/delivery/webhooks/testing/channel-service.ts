import { unaudited } from '../../../../members/audit/testing/unaudited.ts';
import type { Channel, Flow } from '@retoma/flow';
import { Registry } from 'prom-client';
import { saveAutomation } from '../../../definitions/save-automation.ts';
import type { Providers } from '../../../../providers/channels/provider.ts';
import { eventInsertMany } from '../../../../shop/events/queries/events.ts';
import { storeFind } from '../../../../stores/queries/stores.ts';
import { newId } from '../../../../base/ids.ts';
import { openLog, unfiltered } from '../../../../base/log/log.ts';
import { traceRuns } from '../../../../base/telemetry/trace-runs.ts';
import type { Engine } from '../../../engine/engine.ts';
import { openEngineMetrics } from '../../../engine/engine-metrics.ts';
import { openEngine } from '../../../engine/open-engine.ts';
import { readRun } from '../../../results/read-run.ts';
import { setConnection } from '../../../../providers/connections/testing/set-unverified.ts';
import type { WebhookAddress } from '../../../../providers/connections/channels/connect.ts';
import { ana, pollOnce } from '../../../../testing/test-engine.ts';
import { startTestService, type TestService } from '../../../../testing/test-service.ts';

/** The service and an engine on its database, which may call providers on this machine. */
export type ChannelService = TestService & {
  engine: Engine;
  /** Connects a channel; returns the connection and the address of its webhooks. */
  connect: (
    channel: Channel,
    provider: string,
    connection: { settings: object; credentials: object; warmUp?: number },
  ) => Promise<{ connectionId: string; notices: WebhookAddress | null }>;
  /** Publishes a flow and starts it by an event of Ana. */
  begin: (steps: Flow['steps']) => Promise<void>;
  /** Runs the engine until no work is left. */
  settle: () => Promise<void>;
  messages: () => Promise<{ state: string; reason: string | null; providerId: string }[]>;
  /** The timeline entries of the newest run, as JSON. */
  timeline: () => Promise<string>;
};

/** Starts the service and the engine. `providers`: replaces those of the service. `environment`: settings as variables. */
export async function startChannelService(
  providers: (service: TestService) => Providers = ({ context }) => context.channelProviders,
  environment: Record<string, string> = {},
): Promise<ChannelService> {
  const service = await startTestService({ ALLOW_PRIVATE_ADDRESSES: 'true', ...environment });
  const { context, storeId } = service;
  context.channelProviders = providers(service);
  const engine = openEngine({
    db: context.db,
    clock: context.clock,
    log: openLog('warn', { write: (line: string) => void service.logged.push(line) }, unfiltered),
    metrics: openEngineMetrics(new Registry()),
    findStore: (id) => storeFind(context.db, id),
    onCommitted: (tasks, since) => context.tracer && traceRuns(context.tracer, tasks, since),
    providers: context.channelProviders,
    baseUrl: () => context.baseUrl,
    secret: 'a secret for tests of thirty-two characters',
    leaseMs: 60_000,
    timeoutMs: 30_000,
  });
  return Object.assign(service, {
    engine,
    async connect(channel, provider, connection) {
      const made = await setConnection(
        context,
        storeId,
        { channel, provider, perMinute: null, ...connection },
        unaudited,
      );
      if (!made.ok) throw new Error(JSON.stringify(made));
      return made;
    },
    async begin(steps) {
      const text = JSON.stringify({ name: 'Recuperação', trigger_event: 'pix.generated', steps });
      const saved = await saveAutomation({ db: context.db, mode: 'off' }, { storeId, text, publish: true }, unaudited);
      if (!saved.ok) throw new Error(JSON.stringify(saved));
      const event = { eventId: newId(), storeId, type: 'pix.generated', externalId: null, subject: null } as const;
      const data = JSON.stringify({ customer: ana });
      const occurredAt = context.clock();
      await eventInsertMany(context.db, [
        { ...event, orderId: null, checkoutId: null, occurredAt, data, startsRuns: true },
      ]);
    },
    settle: async () => {
      while ((await pollOnce(engine)) > 0);
    },
    messages: async () =>
      (
        await context.db.query<{ state: string; reason: string | null; providerId: string }>(
          'select state, reason, provider_message_id as "providerId" from messages order by reserved_at, message_key',
        )
      ).rows,
    async timeline() {
      const { rows } = await context.db.query<{ runId: string }>(
        'select run_id as "runId" from runs order by started_at desc, run_id desc limit 1',
      );
      const run = await readRun(context.db, storeId, rows[0]!.runId);
      return JSON.stringify(run!.timeline!.map(({ entry }) => entry));
    },
  } satisfies Omit<ChannelService, keyof TestService>);
}
