import { describe, expect, test } from 'vitest';
import { newId } from '../ids.ts';
import { hashContact, contactSecret } from '../crypto/contact-hash.ts';
import { readUnsubscribeToken, unsubscribeKey, unsubscribeLink } from './unsubscribe-link.ts';

const secret = 'a secret for tests of thirty-two characters';
const parts = {
  unsubscribeKey: unsubscribeKey(secret),
  contactSecret: contactSecret(secret),
  baseUrl: 'https://pay.retoma.example',
};
const store = { storeId: newId(), domain: null };
const link = (channel: 'whatsapp' | 'email' | 'sms', address: string): string =>
  unsubscribeLink(parts, store, channel, address)!;
const tokenOf = (address: string): string => new URL(address).pathname.replace('/u/', '');

describe('the unsubscribe link', () => {
  test.each([
    ['email', ' Ana@Cliente.example ', 'ana@cliente.example'],
    ['whatsapp', '(11) 98765-4321', '+5511987654321'],
    ['sms', '11 8765-4321', '5511987654321'],
  ] as const)('[COM8] identifies store, channel and contact: %s %s', (channel, written, address) => {
    const read = readUnsubscribeToken(parts.unsubscribeKey, tokenOf(link(channel, written)));
    expect(read).toEqual({
      storeId: store.storeId,
      channel,
      contactHash: hashContact(parts, store.storeId, channel, address),
    });
  });

  test('[COM8] is on the domain of the store, if it has one', () => {
    expect(link('email', 'ana@cliente.example')).toMatch(/^https:\/\/pay\.retoma\.example\/u\/[\w-]{60,100}$/);
    const own = unsubscribeLink(parts, { ...store, domain: 'pagar.loja.example' }, 'email', 'ana@cliente.example');
    expect(own).toMatch(/^https:\/\/pagar\.loja\.example\/u\//);
  });

  test('[COM8] reveals neither the contact, nor the store, nor that two links are of one contact', () => {
    const [one, other] = [link('email', 'ana@cliente.example'), link('email', 'ana@cliente.example')];
    expect(one).not.toBe(other);
    const bytes = Buffer.from(tokenOf(one), 'base64url');
    const contactHash = hashContact(parts, store.storeId, 'email', 'ana@cliente.example')!;
    for (const secretText of [
      'ana',
      store.storeId,
      Buffer.from(store.storeId.replaceAll('-', ''), 'hex'),
      contactHash,
    ]) {
      expect(bytes.includes(secretText)).toBe(false);
    }
  });

  test('[COM8] cannot be created or changed by others', () => {
    const token = tokenOf(link('email', 'ana@cliente.example'));
    expect(readUnsubscribeToken(unsubscribeKey('another secret of thirty-two characters'), token)).toBeUndefined();
    for (const wrong of ['', 'x', token.slice(1), token.slice(0, -4), `${token}${token}${token}`, '%']) {
      expect(readUnsubscribeToken(parts.unsubscribeKey, wrong)).toBeUndefined();
    }
    const changed = Buffer.from(token, 'base64url');
    changed[20]! ^= 1;
    expect(readUnsubscribeToken(parts.unsubscribeKey, changed.toString('base64url'))).toBeUndefined();
  });

  test('does not exist for an invalid address', () => {
    expect(unsubscribeLink(parts, store, 'email', 'ana')).toBeNull();
    expect(unsubscribeLink(parts, store, 'sms', '123')).toBeNull();
  });
});
