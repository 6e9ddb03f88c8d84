import { describe, expect, test } from 'vitest';
import { isHubSigned } from './hub-signature.ts';

/** Published vectors: GitHub's example of X-Hub-Signature-256, and test case 2 of RFC 4231. Meta signs in the same way. */
const vectors = [
  {
    of: 'GitHub',
    secret: "It's a Secret to Everybody",
    body: 'Hello, World!',
    hex: '757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
  },
  {
    of: 'RFC 4231',
    secret: 'Jefe',
    body: 'what do ya want for nothing?',
    hex: '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  },
];

describe('isHubSigned', () => {
  test.each(vectors)('the published signature of $of verifies', ({ secret, body, hex }) => {
    const bytes = Buffer.from(body);
    expect(isHubSigned(secret, `sha256=${hex}`, bytes)).toBe(true);
    expect(isHubSigned(secret, `sha256=${hex.toUpperCase()}`, bytes)).toBe(true);
    expect(isHubSigned(`${secret}x`, `sha256=${hex}`, bytes)).toBe(false);
    expect(isHubSigned(secret, `sha256=${hex}`, Buffer.from(`${body} `))).toBe(false);
    expect(isHubSigned(secret, `sha256=${hex.replace(/.$/, (last) => (last === '0' ? '1' : '0'))}`, bytes)).toBe(false);
  });

  test.each([undefined, '', 'sha256=', 'sha1=757107ea', vectors[0]!.hex, `sha256=${vectors[0]!.hex}00`, 'sha256=zz'])(
    '%s is not a signature',
    (signature) => {
      expect(isHubSigned(vectors[0]!.secret, signature, Buffer.from(vectors[0]!.body))).toBe(false);
    },
  );

  test('an empty secret verifies nothing', () => {
    // HMAC-SHA256 of an empty body with an empty key, which anyone can compute.
    const hex = 'b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad';
    expect(isHubSigned('', `sha256=${hex}`, Buffer.alloc(0))).toBe(false);
  });
});
