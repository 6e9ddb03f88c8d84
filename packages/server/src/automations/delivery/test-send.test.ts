import { afterAll, beforeAll, expect, test } from 'vitest';
import { readMessages } from '../../testing/engine-reading.ts';
import { ana, startTestEngine, type TestEngine } from '../../testing/test-engine.ts';
import { testSend, type TestSent } from './test-send.ts';

let service: TestEngine;
let automationId: string;
beforeAll(async () => {
  service = await startTestEngine();
  const sms = {
    type: 'action' as const,
    name: 'send_sms' as const,
    data: { message: 'Olá {{customer.first_name}}: {{order.total}}' },
  };
  const steps = [
    { type: 'delay' as const, minutes: 5 },
    { ...sms, onResponse: [sms] },
  ];
  automationId = await service.publish({ steps });
});
afterAll(() => service.stop());

const sendTo = (to: string, path = 'steps[1].onResponse[0]', automation = automationId): Promise<TestSent> =>
  testSend(
    {
      ...service.engine,
      credentialsKey: Buffer.alloc(32),
      channelProviders: service.engine.providers,
      baseUrl: 'https://pay.retoma.example',
    },
    { storeId: service.storeId, automationId: automation, path, to },
    new AbortController().signal,
  );

test('any step of the draft can be sent to oneself, with examples, and adds nothing to the ledger', async () => {
  const sent = await sendTo(ana.phone);
  expect(sent).toMatchObject({
    ok: true,
    channel: 'sms',
    provider: 'test',
    delivered: { outcome: 'sent' },
    content: { message: expect.stringMatching(/^Olá \w+: R\$ 1/) as string },
    sms: { encoding: 'GSM-7', parts: 1 },
  });
  expect(service.delivered).toMatchObject([{ to: ana.phone, channel: 'sms' }]);
  expect(await readMessages(service)).toEqual([]);
});

test('a step that cannot be sent is refused with a code', async () => {
  expect(await sendTo(ana.phone, 'steps[0]')).toEqual({ ok: false, code: 'STEP_NOT_FOUND' });
  expect(await sendTo(ana.phone, 'steps[9]')).toEqual({ ok: false, code: 'STEP_NOT_FOUND' });
  expect(await sendTo(' ')).toEqual({ ok: false, code: 'NO_RECIPIENT' });
  const other = '01a1fe41-b4e3-73ce-8687-e74d81e654ba';
  expect(await sendTo(ana.phone, 'steps[1]', other)).toEqual({ ok: false, code: 'AUTOMATION_NOT_FOUND' });
  await service.db.query('update connections set active = false');
  expect(await sendTo(ana.phone)).toEqual({ ok: false, code: 'NO_CONNECTION' });
});
