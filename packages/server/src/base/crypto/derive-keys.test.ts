import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkSignature } from '../../shop/checkouts/signature.ts';
import type { StoreRow } from '../../stores/queries/stores.ts';
import { messageMarks, marksKey, readOpenMark } from '../links/tracking-links.ts';
import { hashContactKey, contactSecret } from './contact-hash.ts';
import { credentialsKey, seal, unseal } from './seal.ts';
import { secretProblem, newSecret, readSecret, replaceSecret } from './derive-keys.ts';
import { newId } from '../ids.ts';
import { ApiKeys } from '../../stores/api-key.ts';
import { unsubscribeKey, unsubscribeLink, readUnsubscribeToken } from '../links/unsubscribe-link.ts';

const old = 'a secret for tests of thirty-two characters';
const { first, then, last } = replaceSecret(old, newSecret());
const steps: [string, string][] = [
  [old, first],
  [first, then],
  [then, first],
];

describe('[CHK10] a secret that is rotated step by step', () => {
  test.each(steps)('values made under %s are accepted under %s', (from, to) => {
    const key = new ApiKeys(from).encode({ kind: 'secret', storeId: newId(), keyId: '0123456789abcdef', test: false });
    expect(new ApiKeys(to).decode(key)).toMatchObject({ keyId: '0123456789abcdef', test: false });
    const sealed = seal(credentialsKey(from), 'row 1', { token: 'x' });
    expect(unseal(credentialsKey(to), 'row 1', sealed)).toEqual({ token: 'x' });
    const message = { connectionId: newId(), runId: newId(), message: 'steps[0]#1', sentAt: 1, trusting: false };
    const mark = messageMarks(marksKey(from), 'https://pay.example', message).open;
    expect(readOpenMark(marksKey(to), /\/o\/(.+)\.gif$/.exec(mark)![1]!)).toEqual(message);
  });

  test.each(steps)('[CHK11] a cart that was signed with a key of %s is signed under %s', (from, to) => {
    const [storeId, keyId, raw] = [newId(), '0123456789abcdef', Buffer.from('{"cart":{}}')];
    const store = {
      storeId,
      test: false,
      keys: [{ keyId, kind: 'secret', scopes: null, endsAt: null }],
    } as unknown as StoreRow;
    const key = new ApiKeys(from).encode({ kind: 'secret', storeId, keyId, test: false });
    const header = `t=1,v1=${createHmac('sha256', key).update('1.').update(raw).digest('hex')}`;
    expect(checkSignature(store, new ApiKeys(to), header, raw, 0).ok).toBe(true);
    expect(checkSignature(store, new ApiKeys(to), header, Buffer.from('{}'), 0).ok).toBe(false);
  });

  test('values of the old secret are refused after its removal; values of the new one are accepted', () => {
    const key = (secret: string): string =>
      new ApiKeys(secret).encode({ kind: 'checkout', storeId: newId(), keyId: '0123456789abcdef', test: false });
    expect(new ApiKeys(last).decode(key(old))).toBeUndefined();
    expect(new ApiKeys(last).decode(key(then))).toBeDefined();
    expect(unseal(credentialsKey(last), 'row', seal(credentialsKey(old), 'row', 1))).toBeUndefined();
    expect(unseal(credentialsKey(last), 'row', seal(credentialsKey(then), 'row', 1))).toBe(1);
  });

  test('[COM8] contact hashes never change: opt-outs stay valid after any rotation', () => {
    const hash = (secret: string): string =>
      hashContactKey(contactSecret(secret), 'store', '1100000000').toString('hex');
    const twice = replaceSecret(last, newSecret()).last;
    expect([first, then, last, twice].map(hash)).toEqual(Array.from({ length: 4 }, () => hash(old)));
  });

  test('[COM8] unsubscribe links are valid while the secret of their message is accepted', () => {
    const parts = {
      unsubscribeKey: unsubscribeKey(old),
      contactSecret: contactSecret(old),
      baseUrl: 'https://x.example',
    };
    const link = unsubscribeLink(parts, { storeId: newId(), domain: null }, 'sms', '+5511987654321')!;
    const token = link.split('/u/')[1]!;
    expect(readUnsubscribeToken(unsubscribeKey(then), token)).toMatchObject({ channel: 'sms' });
    expect(readUnsubscribeToken(unsubscribeKey(last), token)).toBeUndefined();
  });

  test('a file without a complete secret stops the start, since another secret would lose opt-outs', () => {
    const home = mkdtempSync(path.join(os.tmpdir(), 'retoma-secret-'));
    const made = readSecret(undefined, home);
    expect(readSecret(undefined, home)).toBe(made);
    writeFileSync(path.join(home, 'secret'), `${newSecret()},${made}`);
    expect(() => readSecret(undefined, home)).toThrow(/secret: more than one secret requires person:/);
    rmSync(home, { recursive: true });
  });

  test('a value that would lose contact hashes, or is too weak, is refused', () => {
    for (const fine of [old, first, then, last]) expect(secretProblem(fine)).toBeUndefined();
    expect(secretProblem(`${old},${newSecret()}`)).toContain('person:');
    expect(secretProblem(`${old},too short`)).toContain('32 characters');
    expect(secretProblem(`${old},person:abc`)).toContain('retoma secret new');
  });
});
