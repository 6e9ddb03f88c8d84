import { afterEach, expect, test } from 'vitest';
import { confirmIdentity, identityRequest, noteAccount, requestAfter, settleIdentity } from './identity.ts';

afterEach(() => {
  settleIdentity(false);
  noteAccount(undefined);
});

const details = { methods: ['code'] as const, email: 'ana@loja.example' };

test('[AUT2][AUT9] which refusals ask who it is: an ended session only while the pages of an account are open', () => {
  expect(requestAfter('REAUTHENTICATION_REQUIRED', details)).toEqual({ ...details, reason: 'recent' });
  expect(requestAfter('SESSION_LOCKED', details)).toEqual({ ...details, reason: 'locked' });
  expect(requestAfter('NOT_SIGNED_IN', undefined)).toBeUndefined();
  noteAccount('ana@loja.example');
  expect(requestAfter('NOT_SIGNED_IN', undefined)).toEqual({
    methods: ['password', 'passkey'],
    email: 'ana@loja.example',
    reason: 'ended',
  });
  expect(requestAfter('NOT_ALLOWED', undefined)).toBeUndefined();
});

test('[AUT2] a session that ends while its page is locked is asked for instead, and one answer is for both', async () => {
  noteAccount('ana@loja.example');
  const locked = confirmIdentity(requestAfter('SESSION_LOCKED', details)!);
  const ended = confirmIdentity(requestAfter('NOT_SIGNED_IN', undefined)!);
  const recent = confirmIdentity(requestAfter('REAUTHENTICATION_REQUIRED', details)!);
  expect(identityRequest()?.reason).toBe('ended');
  settleIdentity(true);
  expect(await Promise.all([locked, ended, recent])).toEqual([true, true, true]);
});
