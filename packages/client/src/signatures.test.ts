import { describe, expect, test } from 'vitest';
import { returnVectors } from '../../commerce/src/testing/return-vectors.ts';
import { SignatureError, verifyReturn, verifyWebhook, type WebhookEvent, type WebhookHeaders } from './index.ts';

const secretA = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const secretB = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';
const paid =
  '{"type":"payment.confirmed","timestamp":"2026-03-12T17:11:00.000Z","data":{"order":{"id":"1042","total":18990}}}';
const lead = '{"type":"lead.created","timestamp":"2026-03-12T17:11:00.000Z","data":{"lead":{"name":"João Conceição"}}}';
const now = 1773335460;

const headers = (id: string, signature: string, timestamp = now): Record<string, string> => ({
  'webhook-id': id,
  'webhook-timestamp': String(timestamp),
  'webhook-signature': signature,
});
const ofPaid = headers('msg_01a1fe662a537ce29a50823188a33492', 'v1,3sFUmJoT6JxR+LbAX7HDNnh9eIbSuGQFLKjVpJTVfTI=');
const ofLead = headers('msg_01a1fe662a537ce29a50823188a33493', 'v1,X45ORAJE7YMBzZokMt6Sxf/9/jqkgSz/Q1srv3ef+Oc=');
const rotated = headers(
  'msg_01a1fe662a537ce29a50823188a33492',
  'v1,K4+MAtbJQxf6UCd7u52ex8V/uKGqIf4UdJvzsXWVtlk= v1,3sFUmJoT6JxR+LbAX7HDNnh9eIbSuGQFLKjVpJTVfTI=',
);

/** Verifies at the instant of the vectors. */
const verify = (body: string | Uint8Array, given: WebhookHeaders, secret = secretA): Promise<WebhookEvent> =>
  verifyWebhook(body, given, secret, { now });

async function refusal(promise: Promise<unknown>): Promise<string> {
  const error: unknown = await promise.then(
    () => new Error('it was accepted'),
    (error: unknown) => error,
  );
  if (error instanceof SignatureError) return error.code;
  throw error;
}

describe('[API30] a webhook', () => {
  test('of the specification’s own test is verified, and its body parsed', async () => {
    const id = 'msg_p5jXN8AQM9LWM0D4loKWxJek';
    const signed = headers(id, 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=', 1614265330);
    const at = { now: 1614265330 };
    expect(await verifyWebhook('{"test": 2432232314}', signed, secretA, at)).toEqual({ test: 2432232314 });
    expect(await refusal(verifyWebhook('{"test":2432232314}', signed, secretA, at))).toBe('INVALID_SIGNATURE');
  });

  test.each<[string, string | Uint8Array, WebhookHeaders]>([
    ['a text', paid, ofPaid],
    ['bytes', new TextEncoder().encode(lead), ofLead],
    ['Node’s buffer', Buffer.from(lead), ofLead],
    ['the headers of fetch', paid, new Headers(ofPaid)],
    ['headers in upper case', paid, Object.fromEntries(Object.entries(ofPaid).map(([k, v]) => [k.toUpperCase(), v]))],
    ['headers as lists', paid, Object.fromEntries(Object.entries(ofPaid).map(([name, value]) => [name, [value]]))],
    [
      'signatures of a version to come',
      paid,
      { ...ofPaid, 'webhook-signature': `v2,x v1a,y ${ofPaid['webhook-signature']}` },
    ],
  ])('is verified from %s', async (_name, body, given) => {
    expect(JSON.stringify(await verify(body, given))).toBe(typeof body === 'string' ? paid : lead);
  });

  test('is verified with the new and with the old secret while they rotate', async () => {
    expect(await verify(paid, rotated, secretA)).toMatchObject({ type: 'payment.confirmed' });
    expect(await verify(paid, rotated, secretB)).toMatchObject({ type: 'payment.confirmed' });
    expect(await refusal(verify(paid, ofPaid, secretB))).toBe('INVALID_SIGNATURE');
  });

  test.each<[string, string, WebhookHeaders]>([
    ['another body', lead, ofPaid],
    ['another id', paid, { ...ofPaid, 'webhook-id': 'msg_other' }],
    ['another time', paid, { ...ofPaid, 'webhook-timestamp': String(now + 1) }],
    ['no signature', paid, { ...ofPaid, 'webhook-signature': undefined }],
    ['no id', paid, { ...ofPaid, 'webhook-id': undefined }],
    [
      'a signature of another version',
      paid,
      { ...ofPaid, 'webhook-signature': 'v2,3sFUmJoT6JxR+LbAX7HDNnh9eIbSuGQFLKjVpJTVfTI=' },
    ],
    ['a signature that is not base64', paid, { ...ofPaid, 'webhook-signature': 'v1,%%%' }],
    ['an empty signature', paid, { ...ofPaid, 'webhook-signature': 'v1,' }],
  ])('is refused with %s', async (_name, body, given) => {
    expect(await refusal(verify(body, given))).toBe('INVALID_SIGNATURE');
  });

  test('is refused more than 5 minutes from now, unless another age is given', async () => {
    for (const later of [-301, 301]) {
      const at = { now: now + later };
      expect(await refusal(verifyWebhook(paid, ofPaid, secretA, at))).toBe('EXPIRED_SIGNATURE');
      expect(await verifyWebhook(paid, ofPaid, secretA, { ...at, maxAge: 301 })).toMatchObject({
        type: 'payment.confirmed',
      });
    }
    expect(await verifyWebhook(paid, ofPaid, secretA, { now: now + 300 })).toMatchObject({ type: 'payment.confirmed' });
  });

  test('its type tells which data it has', async () => {
    const event = await verify(paid, ofPaid);
    if (event.type !== 'payment.confirmed') throw new Error(event.type);
    expect([event.data.order.id, event.data.order.total]).toEqual(['1042', 18990]);
  });

  test('a secret that is none throws a TypeError', async () => {
    await expect(verify(paid, ofPaid, 'whsec_%%')).rejects.toThrow(TypeError);
  });
});

describe('[API31] a return address', () => {
  const signed = returnVectors.filter(({ signatures }) => signatures.length > 0);

  test.each(signed)('is verified with each key that signed it: $address', async ({ keys, facts, returned }) => {
    const { checkoutId, status, t } = facts;
    for (const key of keys) {
      const verified = await verifyReturn(returned, key, { now: t });
      expect(verified).toEqual({ checkoutId, status, at: new Date(t * 1000) });
      expect(await verifyReturn(new URL(returned), key, { now: t })).toEqual(verified);
      expect(await verifyReturn(new URL(returned).searchParams, key, { now: t })).toEqual(verified);
      expect(await verifyReturn(new URL(returned).search, key, { now: t })).toEqual(verified);
    }
  });

  const { keys, facts, returned } = returnVectors[0]!;
  const at = { now: facts.t };
  test.each([
    ['another state', returned.replace('=paid', '=open')],
    ['another checkout', returned.replace('01a1fe66', '01a1fe67')],
    ['another time', returned.replace(`t=${facts.t}`, `t=${facts.t + 1}`)],
    ['no signature', returned.replace(/&signature=.*/, '')],
    ['a signature that is not hex', returned.replace(/signature=./, 'signature=x')],
    ['nothing', 'https://loja.example/obrigado'],
  ])('is refused with %s', async (_name, address) => {
    expect(await refusal(verifyReturn(address, keys[0]!, at))).toBe('INVALID_SIGNATURE');
  });

  test('is refused with another key, and after a day', async () => {
    expect(await refusal(verifyReturn(returned, 'rtm_secret_other', at))).toBe('INVALID_SIGNATURE');
    const late = { now: facts.t + 86_401 };
    expect(await refusal(verifyReturn(returned, keys[0]!, late))).toBe('EXPIRED_SIGNATURE');
    expect(await verifyReturn(returned, keys[0]!, { ...late, maxAge: 100_000 })).toMatchObject({ status: 'paid' });
  });
});
