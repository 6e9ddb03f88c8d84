import { expect, test } from 'vitest';
import { isSignedWebhook } from './webhook-signature.ts';

// The vector from the standard's own libraries.
const secret = Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64');
const headers = {
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  timestamp: '1614265330',
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
};
const body = Buffer.from('{"test": 2432232314}');
const now = 1_614_265_330_000;

test('[COM6] the vector of Standard Webhooks verifies', () => {
  expect(isSignedWebhook(secret, headers, body, now)).toBe(true);
});

test('[COM6] the tolerance is exactly 5 minutes', () => {
  expect([-300_000, 300_000].map((ms) => isSignedWebhook(secret, headers, body, now + ms))).toEqual([true, true]);
  expect([-300_001, 300_001].map((ms) => isSignedWebhook(secret, headers, body, now + ms))).toEqual([false, false]);
});

test.each([
  ['another id', { id: 'msg_2' }],
  ['another timestamp', { timestamp: '1614265331' }],
  ['a timestamp that is not a number', { timestamp: 'now' }],
  ['a timestamp in hexadecimal', { timestamp: '0x60379232' }],
  ['another version', { signature: headers.signature.replace('v1', 'v1a') }],
  ['no version', { signature: headers.signature.slice(3) }],
  ['a signature cut short', { signature: 'v1,g0hM' }],
  ['nothing', { signature: '' }],
])('[COM6] %s does not verify', (_, change) => {
  expect(isSignedWebhook(secret, { ...headers, ...change }, body, now)).toBe(false);
});

test('[COM6] another body or another secret does not verify', () => {
  expect(isSignedWebhook(secret, headers, Buffer.from('{"test": 2432232315}'), now)).toBe(false);
  expect(isSignedWebhook(Buffer.alloc(24), headers, body, now)).toBe(false);
});
