import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openForTest } from '../../testing/gateway-suite.ts';
import type { Delivered } from '../../provider.ts';
import { startLocalGateway, type GatewayAnswer, type LocalGateway } from '../../testing/local-gateway.ts';
import { cloudApi } from './index.ts';
import { account as cloudApiAccount } from './testing/account.ts';
import { cloudError } from './testing/cloud-api-server.ts';

// A server with scripted responses, for the cases in which the API's 24-hour window differs from ours.

let gateway: LocalGateway;
const answers: GatewayAnswer[] = [];
const accepted = (id: string): GatewayAnswer => ({ status: 200, json: { messages: [{ id }] } });

beforeAll(async () => {
  gateway = await startLocalGateway({
    denied: () => null,
    trial: () => null,
    problem: () => null,
    accepted: () => answers.shift() ?? cloudError(500, 131_000),
    invalid: () => cloudError(400, 100),
    refused: cloudError(400, 100),
    limited: cloudError(429, 4),
    away: cloudError(503, 2),
  });
});
afterAll(() => gateway.stop());

async function send(
  content: object,
  windowOpen: boolean | undefined,
  ...script: GatewayAnswer[]
): Promise<{ delivered: Delivered; types: unknown[] }> {
  gateway.received.length = 0;
  answers.splice(0, answers.length, ...script);
  const delivered = await openForTest(cloudApi).send(
    {
      key: 'run:a#1',
      storeId: 's',
      channel: 'whatsapp',
      to: '5511987654321',
      content,
      settings: { ...cloudApiAccount.settings, baseUrl: gateway.url },
      credentials: cloudApiAccount.credentials,
      ...(windowOpen !== undefined && { windowOpen }),
    },
    new AbortController().signal,
  );
  return { delivered, types: gateway.received.map(({ json }) => json.type) };
}

const text = { type: 'text', message: 'Oi, Ana!' };
const templated = { ...text, template: { name: 'lembrete_pix' } };
const code = { type: 'button-otp', message: 'Pague', code: '493817' };
const sent = (providerId: string): object => ({ outcome: 'sent', providerId });

describe('the 24-hour window of the Cloud API', () => {
  test('open: the message is sent; closed: its template; without a template no request is sent', async () => {
    expect(await send(templated, true, accepted('A'))).toEqual({ delivered: sent('A'), types: ['text'] });
    expect(await send(templated, false, accepted('A'))).toEqual({ delivered: sent('A'), types: ['template'] });
    const nothing = { delivered: { outcome: 'refused', reason: 'WINDOW_CLOSED' }, types: [] };
    expect(await send(text, false)).toEqual(nothing);
    expect(await send({ type: 'audio', audio: 'https://loja.example/a.ogg' }, false)).toEqual(nothing);
  });

  test('unknown: the template is sent, which always arrives; without one the message, and the API decides', async () => {
    expect(await send(templated, undefined, accepted('A'))).toEqual({ delivered: sent('A'), types: ['template'] });
    expect(await send(text, undefined, cloudError(400, 131_047))).toEqual({
      delivered: { outcome: 'refused', reason: 'WINDOW_CLOSED:131047' },
      types: ['text'],
    });
  });

  test('unexpectedly closed: the template is sent at once, and only once', async () => {
    const closed = cloudError(400, 131_047);
    expect(await send(templated, true, closed, accepted('B'))).toEqual({
      delivered: sent('B'),
      types: ['text', 'template'],
    });
    expect(await send(templated, true, closed, closed)).toEqual({
      delivered: { outcome: 'refused', reason: 'WINDOW_CLOSED:131047' },
      types: ['text', 'template'],
    });
    expect(await send(text, true, closed)).toMatchObject({ types: ['text'] });
  });

  test('another refusal is not about the window: no template follows', async () => {
    expect(await send(templated, true, cloudError(400, 131_026))).toEqual({
      delivered: { outcome: 'refused', reason: 'CANNOT_RECEIVE:131026' },
      types: ['text'],
    });
  });

  test('a template with an empty variable is refused', async () => {
    const content = { ...text, template: { name: 'lembrete_pix', parameters: [' '] } };
    expect(await send(content, false)).toEqual({
      delivered: { outcome: 'refused', reason: 'EMPTY_PARAMETER' },
      types: [],
    });
  });
});

describe('a code in a separate message', () => {
  test('both are sent: the id is that of the code', async () => {
    expect(await send(code, true, accepted('A'), accepted('B'))).toEqual({
      delivered: sent('B'),
      types: ['text', 'text'],
    });
  });

  test('a failure of the first part is that of the message', async () => {
    expect(await send(code, true, cloudError(429, 130_429))).toMatchObject({
      delivered: { outcome: 'later' },
      types: ['text'],
    });
  });

  test('after the first part nothing is sent again', async () => {
    for (const failure of [cloudError(429, 130_429), cloudError(400, 131_026), cloudError(401, 190)]) {
      expect(await send(code, true, accepted('A'), failure)).toEqual({
        delivered: { outcome: 'refused', reason: 'PARTLY_SENT' },
        types: ['text', 'text'],
      });
    }
    const lost = await send(code, true, accepted('A'), { status: 500, json: {} });
    expect(lost.delivered).toEqual({ outcome: 'uncertain' });
  });
});

describe('verification of the webhook address', () => {
  const verify = (query: Record<string, string>): unknown =>
    openForTest(cloudApi).parseWebhook(
      { ...cloudApiAccount, connectionId: 'c', storeId: 's' },
      {
        method: 'GET',
        url: 'https://pay.retoma.example/webhooks/c',
        headers: {},
        query,
        body: Buffer.alloc(0),
        now: 1,
      },
    );
  const right = {
    'hub.mode': 'subscribe',
    'hub.verify_token': cloudApiAccount.credentials.noticeSecret,
    'hub.challenge': '1158201444',
  };

  test('answers the challenge only with the right token', () => {
    expect(verify(right)).toEqual({ outcome: 'parsed', updates: [], answer: '1158201444' });
    for (const wrong of [{ 'hub.verify_token': 'x' }, { 'hub.mode': 'unsubscribe' }, { 'hub.verify_token': '' }]) {
      expect(verify({ ...right, ...wrong })).toEqual({ outcome: 'invalid_signature' });
    }
    expect(verify({})).toEqual({ outcome: 'invalid_signature' });
  });
});
