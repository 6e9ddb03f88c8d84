import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ApiKeys, newKeyId } from './api-key.ts';

const keys = new ApiKeys('a secret for tests of thirty-two characters');
const key = fc.record({
  kind: fc.constantFrom('checkout' as const, 'secret' as const),
  storeId: fc.uuid(),
  test: fc.boolean(),
  keyId: fc.uint8Array({ minLength: 8, maxLength: 8 }).map((bytes) => Buffer.from(bytes).toString('hex')),
});

test('[CHK10] any ids are decoded from their key, and the same ids give the same key', () => {
  fc.assert(
    fc.property(key, (input) => {
      const text = keys.encode(input);
      const prefix = { checkout: ['rtm_live_', 'rtm_test_'], secret: ['rtm_secret_', 'rtm_test_secret_'] }[input.kind];
      expect(text).toMatch(new RegExp(`^${prefix[Number(input.test)]}[0-9A-Za-z]{54}$`));
      expect(keys.decode(text)).toEqual(input);
      expect(keys.decode(text)).toEqual(input);
      expect(keys.encode(input)).toBe(text);
    }),
  );
});

test('[CHK10] a key with any one character changed is refused', () => {
  const text = keys.encode({
    kind: 'checkout',
    storeId: '01234567-89ab-cdef-0123-456789abcdef',
    keyId: newKeyId(),
    test: false,
  });
  for (let at = 0; at < text.length; at++) {
    for (const other of ['0', 'z', 'é', ' ']) {
      if (text[at] !== other) expect(keys.decode(text.slice(0, at) + other + text.slice(at + 1))).toBeUndefined();
    }
  }
});

test('[CHK10] any other text is refused', () => {
  const forged = fc.oneof(
    fc.string(),
    fc.string({ unit: 'binary' }).map((text) => `rtm_live_${text}`),
    fc.constant(`rtm_live_${'z'.repeat(54)}`),
  );
  fc.assert(fc.property(forged, (text) => keys.decode(text) === undefined));
});

test('[CHK10] a key of one kind is not accepted as the other', () => {
  const key = { kind: 'checkout', storeId: '01234567-89ab-cdef-0123-456789abcdef', keyId: newKeyId() } as const;
  const live = keys.encode({ ...key, test: false });
  expect(keys.decode(live.replace('rtm_live_', 'rtm_secret_'))).toBeUndefined();
});

test('[TST4] a key names its mode, and keys of test mode have an earlier form too', () => {
  const key = { kind: 'secret', storeId: '01234567-89ab-cdef-0123-456789abcdef', keyId: newKeyId() } as const;
  const [live, test] = [keys.encode({ ...key, test: false }), keys.encode({ ...key, test: true })];
  expect([keys.decode(live)?.test, keys.decode(test)?.test]).toEqual([false, true]);
  expect(keys.encodeAll({ ...key, test: true })).toEqual([test, live]);
  expect(keys.encodeAll({ ...key, test: false })).toEqual([live]);
});
