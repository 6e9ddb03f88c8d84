import { unaudited } from '../../../members/audit/testing/unaudited.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../../base/ids.ts';
import { MercadopagoServer } from '../../../providers/payments/mercadopago/testing/mercadopago-server.ts';
import { setPaymentAccount } from '../../../providers/connections/testing/set-unverified.ts';
import { startTestService, type TestService } from '../../../testing/test-service.ts';

let mercadopago: MercadopagoServer;
let service: TestService;
let accountId: string;
beforeAll(async () => {
  const now = Date.now();
  mercadopago = await new MercadopagoServer(() => now).start();
  const limits = { RATE_LIMIT_PER_SECOND: '1', RATE_LIMIT_BURST: '3' };
  service = await startTestService({ MERCADOPAGO_URL: mercadopago.url, ALLOW_PRIVATE_ADDRESSES: 'true', ...limits });
  service.context.clock = () => now;
  // It has the machine's clock.
  await service.context.sharedLimits.stop();
  const made = await setPaymentAccount(
    service.context,
    service.storeId,
    {
      provider: 'mercadopago',
      settings: { publicKey: 'APP_USR-1234567890' },
      credentials: mercadopago.credentials,
      methods: ['pix', 'card'],
    },
    unaudited,
  );
  if (!made.ok) throw new Error(made.code);
  ({ accountId } = made);
});
afterAll(async () => {
  await service.stop();
  await mercadopago.stop();
});

/** Sends a payment webhook from an address and returns its status. */
async function send(remoteAddress: string, genuine?: string): Promise<number> {
  const { headers = {}, query = {}, body = Buffer.from('{}') } = genuine ? mercadopago.webhook(genuine) : {};
  const search = new URLSearchParams(query as Record<string, string>).toString();
  const url = `/webhooks/payments/${accountId}?${search}`;
  return (await service.app.inject({ method: 'POST', url, headers, payload: body, remoteAddress })).statusCode;
}

describe('[CHK9] webhooks', () => {
  test('forged ones are counted for the sending network, and never block genuine ones', async () => {
    const statuses: number[] = [];
    for (let count = 0; count < 5; count++) statuses.push(await send('198.51.100.1'));
    expect(statuses).toEqual([401, 401, 401, 429, 429]);
    expect(await send('198.51.100.2')).toBe(401);
    expect(await send('198.51.100.3', '1')).toBe(200);
  });

  test('genuine ones are counted by account', async () => {
    const statuses: number[] = [];
    for (let count = 4; count < 8; count++) statuses.push(await send(`198.51.100.${count}`, '1'));
    expect(statuses).toEqual([200, 200, 429, 429]);
  });

  test('webhooks of an unknown channel connection are counted as forged', async () => {
    const statuses: number[] = [];
    for (let count = 0; count < 5; count++) {
      const url = `/webhooks/channels/${newId()}`;
      const sent = await service.app.inject({ method: 'POST', url, payload: '{}', remoteAddress: '198.51.100.20' });
      statuses.push(sent.statusCode);
    }
    expect(statuses).toEqual([404, 404, 404, 429, 429]);
  });
});
