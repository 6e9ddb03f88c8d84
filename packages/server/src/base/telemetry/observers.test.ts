import { expect, test } from 'vitest';
import type { ChannelProvider, Delivered, Delivery } from '../../providers/channels/provider.ts';
import { unconnected } from '../../providers/channels/sandbox-inbox.ts';
import { openMetrics } from './metrics.ts';
import type { PaymentProviders } from '../../providers/payments/index.ts';
import { observeJobs } from './observe-jobs.ts';
import { observeChannels, observePayments } from '../../providers/observe-providers.ts';
import { openTracing } from './open-tracing.ts';

const metrics = openMetrics();
const observers = { metrics, tracer: undefined };
/** The counts of a metric, without zeros: `label value label value` → count. */
async function countsOf(name: string): Promise<Record<string, number>> {
  const { values } = await metrics.registry.getSingleMetric(name)!.get();
  const counted = (values as { value: number; labels: Record<string, string>; metricName?: string }[]).filter(
    ({ metricName = name, value }) => value > 0 && (metricName === name || metricName === `${name}_count`),
  );
  return Object.fromEntries(counted.map(({ labels, value }) => [Object.values(labels).join(' '), value]));
}

test('sends are counted by channel, provider and outcome; an exception counts as uncertain', async () => {
  const answers: (Delivered | Error)[] = [
    { outcome: 'sent' },
    { outcome: 'sent' },
    { outcome: 'broken', reason: 'WRONG_KEY' },
    new Error('a bug'),
  ];
  const provider: ChannelProvider = {
    ...unconnected,
    deduplicates: true,
    concurrency: 7,
    send() {
      const answer = answers.shift()!;
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    },
  };
  const observed = observeChannels({ whatsapp: { test: provider }, email: {}, sms: { test: provider } }, observers);
  const whatsapp = observed.whatsapp.test!;
  expect(whatsapp).toMatchObject({ deduplicates: true, concurrency: 7, label: provider.label });
  const delivery = { key: 'k', storeId: 's', channel: 'whatsapp', to: '+55', content: {}, settings: {} } as Delivery;
  const { signal } = new AbortController();
  expect(await whatsapp.send(delivery, signal)).toEqual({ outcome: 'sent' });
  await observed.sms.test!.send({ ...delivery, channel: 'sms' }, signal);
  await whatsapp.send(delivery, signal);
  await expect(whatsapp.send(delivery, signal)).rejects.toThrow('a bug');
  expect(await countsOf('retoma_message_send_seconds')).toEqual({
    'whatsapp test sent': 1,
    'sms test sent': 1,
    'whatsapp test broken': 1,
    'whatsapp test uncertain': 1,
  });
});

test('calls of payment providers are counted by request and outcome', async () => {
  const provider = {
    methods: ['pix'],
    create: () => Promise.resolve({ outcome: 'later', reason: 'UNREACHABLE' }),
    find: () => Promise.reject(new Error('a bug')),
  } as unknown as PaymentProviders['sandbox'];
  const { sandbox } = observePayments({ sandbox: provider } as PaymentProviders, observers);
  const [account, { signal }] = [{} as never, new AbortController()];
  expect(sandbox.methods).toEqual(['pix']);
  expect(await sandbox.create(account, { paymentId: 'P' } as never, signal)).toMatchObject({ outcome: 'later' });
  await expect(sandbox.find(account, { paymentId: 'P' } as never, signal)).rejects.toThrow('a bug');
  expect(await countsOf('retoma_payment_call_seconds')).toEqual({
    'sandbox create later': 1,
    'sandbox find failed': 1,
  });
});

test('jobs are counted by result, with the time of the last success', async () => {
  const observe = observeJobs(metrics, () => 1_800_000_000_000, undefined);
  expect(await observe('sweep', () => Promise.resolve(3))).toBe(3);
  await observe('sweep', () => Promise.resolve(0));
  await expect(observe('broken', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await countsOf('retoma_job_seconds')).toEqual({ 'sweep done': 2, 'broken failed': 1 });
  expect(await countsOf('retoma_job_done_total')).toEqual({ sweep: 3 });
  expect(await countsOf('retoma_job_last_success_seconds')).toEqual({ '0 sweep': 1_800_000_000 });
});

test('a pool shows its connections under its name', async () => {
  metrics.watchPool('engine', { idleCount: 1, totalCount: 6, waitingCount: 2 });
  expect(await countsOf('retoma_database_connections')).toEqual({
    'engine idle': 1,
    'engine busy': 5,
    'engine waited_for': 2,
  });
});

test('without a collector nothing is traced', async () => {
  expect(await openTracing(undefined, { log: undefined as never, dropped: metrics.spansDropped })).toBeUndefined();
});
