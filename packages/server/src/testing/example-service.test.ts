// A first look at the package: a service that creates a checkout, and an engine that turns an event into a sent message. Both have a
// database of their own; the clock of the engine moves only by `pass`.
import { expect, test } from 'vitest';
import { ana, startTestEngine } from './test-engine.ts';
import { smallCart, startTestService } from './test-service.ts';

test('[CHK12] a checkout is created, and read with the secret key', async () => {
  const service = await startTestService();
  try {
    const created = await service.post(smallCart);
    expect(created.status).toBe(201);
    const { checkoutId } = (await created.json()) as { checkoutId: string };
    const read = await fetch(`${service.baseUrl}/stores/external/checkout/${checkoutId}`, {
      headers: { 'x-api-key': service.secretKey },
    });
    expect(await read.json()).toMatchObject({ state: 'open', total: 9980 });
  } finally {
    await service.stop();
  }
});

test('[RUN4] an event starts a run, which waits and sends', async () => {
  const engine = await startTestEngine();
  try {
    await engine.publish({
      trigger_event: 'lead.created',
      steps: [
        { id: 'espera', type: 'delay', minutes: 30 },
        {
          id: 'lembrete',
          type: 'action',
          name: 'send_whatsapp',
          data: { type: 'text', message: 'Oi, {{customer.name}}!' },
        },
      ],
    });
    await engine.happen({ type: 'lead.created', data: { customer: ana } });
    await engine.settle();
    expect(engine.delivered).toEqual([]);

    engine.pass(30 * 60_000);
    await engine.settle();
    expect(engine.delivered).toMatchObject([{ to: ana.phone }]);
  } finally {
    await engine.stop();
  }
});
