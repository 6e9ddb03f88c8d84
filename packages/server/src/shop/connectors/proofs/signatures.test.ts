import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Delivery, DeliverySecrets } from '../connector.ts';
import { testedPlatforms, type TestedPlatform } from '../testing/tested-platforms.ts';

// Slashes and letters as PHP escapes them: what is parsed and written again has other bytes.
const vector = {
  body: String.raw`{"id":1042,"status":"processing","name":"João","url":"https:\/\/loja.example\/p"}`,
  secret: 's3gredo&do;app<1>',
  signature: '03KVtGJiWdm8BD8WNpjwiYRxBxeVrJp3yA3cN+q5Phk=',
};

const withSecret = (secrets: DeliverySecrets, secret: string): DeliverySecrets => ({
  ...secrets,
  webhookSecret: secret,
  app: secrets.app && { ...secrets.app, secret },
});

describe.each(testedPlatforms)('deliveries of $platform', ({ connector, samples }) => {
  const { secrets, signature } = samples;
  const other = signature.encoding === 'hex' ? 'base64' : 'hex';
  const signed = samples.deliveries
    .filter(({ unsigned }) => unsigned === undefined)
    .map((sample) => ({ ...sample, bytes: Buffer.from(sample.body) }));
  const deliver = (delivery: Delivery, from = secrets) => connector.verify(delivery, from);
  const isRefused = (delivery: Delivery, from = secrets) => deliver(delivery, from).outcome === 'refused';

  test('[CON1] the signature is the one of the platform’s documents', () => {
    const bytes = Buffer.from(vector.body);
    const headers = samples.sign('order.updated', bytes, withSecret(secrets, vector.secret));
    const expected = Buffer.from(vector.signature, 'base64').toString(signature.encoding);
    expect(headers[signature.header]).toBe(expected);
  });

  test.each(samples.deliveries)('[CON1] $name is what it is', ({ topic, body, unsigned, verified }) => {
    const bytes = Buffer.from(body);
    expect(deliver({ headers: unsigned ?? samples.sign(topic, bytes, secrets), body: bytes })).toEqual(verified);
  });

  test.each(signed)('[CON1] $name with one byte changed is refused', ({ topic, bytes }) => {
    const headers = samples.sign(topic, bytes, secrets);
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, difference) => {
        const body = Buffer.from(bytes);
        body[at] = body[at]! ^ difference;
        expect(isRefused({ headers, body })).toBe(true);
      }),
    );
  });

  test.each(signed)('[CON1] $name written again, shortened or extended is refused', ({ topic, bytes }) => {
    const headers = samples.sign(topic, bytes, secrets);
    const again = JSON.stringify(JSON.parse(bytes.toString()), null, 1);
    for (const body of [
      Buffer.from(again),
      Buffer.from(`${bytes.toString()}\n`),
      bytes.subarray(0, -1),
      Buffer.alloc(0),
    ]) {
      expect(isRefused({ headers, body })).toBe(true);
    }
  });

  test.each(signed)('[CON1] $name with no signature, or one in another form, is refused', ({ topic, bytes }) => {
    const headers = samples.sign(topic, bytes, secrets);
    const right = headers[signature.header]!;
    const digest = Buffer.from(right, signature.encoding);
    const others = [
      undefined,
      '',
      ' ',
      digest.toString(other),
      digest.toString('latin1'),
      right.slice(0, -2),
      `${right}, ${right}`,
    ];
    for (const text of others) {
      expect(isRefused({ headers: { ...headers, [signature.header]: text }, body: bytes })).toBe(true);
    }
  });

  test.each(signed)('[CON1] $name is refused with another secret, and with an empty one always', ({ topic, bytes }) => {
    const isRefusedBetween = (signing: string, expected: string): boolean => {
      const headers = samples.sign(topic, bytes, withSecret(secrets, signing));
      return isRefused({ headers, body: bytes }, withSecret(secrets, expected));
    };
    expect(isRefusedBetween('another', secrets.webhookSecret)).toBe(true);
    expect(isRefusedBetween('', '')).toBe(true);
    expect(
      isRefused(
        { headers: samples.sign(topic, bytes, secrets), body: bytes },
        { ...withSecret(secrets, ''), app: null, credentials: {} },
      ),
    ).toBe(true);
  });

  test.each(signed)('[CON1] $name of another shop is refused', ({ topic, bytes }) => {
    const headers = samples.sign(topic, bytes, secrets);
    expect(isRefused({ headers, body: bytes }, { ...secrets, shop: samples.otherShop })).toBe(true);
  });
});

describe.each(testedPlatforms.filter(hasPing))('the ping of $platform', ({ connector, samples }) => {
  const ping = samples.deliveries.find(({ verified }) => verified.outcome === 'ping')!;

  test('[CON1] is only what the platform sends', () => {
    const headers = ping.unsigned ?? samples.sign(ping.topic, Buffer.from(ping.body), samples.secrets);
    for (const body of [`${ping.body}&x=1`, `${ping.body}{}`, ping.body.slice(1), '{}', `x${ping.body}`]) {
      expect(connector.verify({ headers, body: Buffer.from(body) }, samples.secrets).outcome).toBe('refused');
    }
  });
});

function hasPing({ samples }: TestedPlatform): boolean {
  return samples.deliveries.some(({ verified }) => verified.outcome === 'ping');
}
