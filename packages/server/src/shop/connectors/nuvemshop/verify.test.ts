import { describe, expect, test } from 'vitest';
import { samples } from './testing/fixtures.ts';
import { shopNamed, verifyDelivery } from './verify.ts';

const { secrets, sign } = samples;
const bodyR = Buffer.from('{"id":1042,"status":"processing","name":"João","url":"https:\\/\\/loja.example\\/p"}');

test.each(samples.deliveries)('[CON14] $name', ({ topic, body, verified }) => {
  const bytes = Buffer.from(body);
  expect(verifyDelivery({ headers: sign(topic, bytes, secrets), body: bytes }, secrets)).toEqual(verified);
  expect(shopNamed({ headers: {}, body: bytes })).toBe('789');
});

describe('proof', () => {
  const body = Buffer.from(samples.deliveries[0]!.body);
  const signed = sign('order/updated', body, secrets)['x-linkedstore-hmac-sha256']!;
  const outcomeOf = (signature: string | undefined, bytes = body, other = secrets): string =>
    verifyDelivery({ headers: { 'x-linkedstore-hmac-sha256': signature }, body: bytes }, other).outcome;

  test('[CON14] is the vector of the documents', () =>
    expect(sign('', bodyR, secrets)).toEqual({
      'x-linkedstore-hmac-sha256': 'd37295b4626259d9bc043f163698f0898471071795ac9a77c80ddc37eab93e19',
    }));

  test.each<[string, string | undefined]>([
    ['none', undefined],
    ['an empty one', ''],
    ['a short one', signed.slice(2)],
    ['base64', Buffer.from(signed, 'hex').toString('base64')],
    ['of other bytes', sign('', Buffer.from(`${body.toString()} `), secrets)['x-linkedstore-hmac-sha256']],
  ])('[CON14] refuses %s', (_, signature) => expect(outcomeOf(signature)).toBe('refused'));

  test('[CON14] an empty secret and a missing app refuse everything', () => {
    const empty = { ...secrets, app: { id: '4321', secret: '' } };
    expect(outcomeOf(sign('', body, empty)['x-linkedstore-hmac-sha256'], body, empty)).toBe('refused');
    expect(outcomeOf(signed, body, { ...secrets, app: null })).toBe('refused');
  });

  test('[CON14] a body that the app signed for another shop is refused', () =>
    expect(outcomeOf(signed, body, { ...secrets, shop: samples.otherShop })).toBe('refused'));

  test.each([
    ['{"store_id":789,"customer":null}'],
    ['{"store_id":789,"orders_to_redact":[1]}'],
    ['{"store_id":789,"event":"theme/updated","old_theme":"a"}'],
    ['{"store_id":789,"event":"order/updated"}'],
    ['{"store_id":789,"event":"order/updated","id":"../1"}'],
  ])('[CON14] %s does nothing', (text) => {
    const bytes = Buffer.from(text);
    expect(outcomeOf(sign('', bytes, secrets)['x-linkedstore-hmac-sha256'], bytes)).toBe('ignored');
  });

  test.each([['[]'], ['null'], ['"789"'], ['{"store_id":[789]}'], ['['.repeat(100_000)]])(
    '[CON14] signed nonsense is refused: %s',
    (text) => {
      const bytes = Buffer.from(text);
      expect(outcomeOf(sign('', bytes, secrets)['x-linkedstore-hmac-sha256'], bytes)).toBe('refused');
    },
  );
});
