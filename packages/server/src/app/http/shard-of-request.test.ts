import { describe, expect, test } from 'vitest';
import { shortCode, shortLinkKey } from '../../base/links/short-link.ts';
import { marksKey, messageMarks } from '../../base/links/tracking-links.ts';
import { unsubscribeKey, unsubscribeLink } from '../../base/links/unsubscribe-link.ts';
import { contactSecret } from '../../base/crypto/contact-hash.ts';
import { newId, newIdInShard } from '../../base/ids.ts';
import { ApiKeys, newKeyId } from '../../stores/api-key.ts';
import { mediaPath } from '../../stores/panel/public-media.ts';
import { shardOfRequest } from './shard-of-request.ts';

const secret = 'a secret for tests of thirty-two characters';
const keys = { keys: new ApiKeys(secret), marksKey: marksKey(secret), unsubscribeKey: unsubscribeKey(secret) };
const baseUrl = 'https://pay.loja.example';

const shardOfUrl = (url: string, headers = {}): number =>
  shardOfRequest({ url: url.replace(baseUrl, ''), headers }, keys);

describe.each([0, 1, 62, 3843])('[SHD4] a request of a store in shard %i', (shard) => {
  const storeId = newIdInShard(shard);
  const id = newId(storeId);

  test('names it by the id in its path', () => {
    for (const url of [
      `/pay/${id}`,
      `/pay/${id}/state?x=1`,
      `/pay/sandbox/${id}`,
      `/webhooks/payments/${id}`,
      `/webhooks/channels/${id}/a-secret`,
      `/panel/api/stores/${storeId.toUpperCase()}/runs/${newId()}`,
      `/stores/external/events?store=${storeId}`,
      `/api/stores/external/events?x=1&store=${storeId}`,
    ])
      expect(shardOfUrl(url), url).toBe(shard);
  });

  test('names it by its API key, whatever its path names', () => {
    const key = keys.keys.encode({ kind: 'checkout', storeId, keyId: newKeyId(), test: false });
    const otherId = newIdInShard(shard === 7 ? 8 : 7);
    expect(shardOfUrl(`/stores/external/checkout/${otherId}`, { 'x-api-key': key })).toBe(shard);
    expect(shardOfUrl('/api/stores/external/events', { 'x-api-key': key })).toBe(shard);
  });

  test('names it by its link: opened, followed, short, unsubscribed, a picture', () => {
    const message = { connectionId: id, runId: newId(storeId), message: 'steps[0]', sentAt: 1, trusting: false };
    const marks = messageMarks(keys.marksKey, baseUrl, message);
    const store = { storeId, domain: null };
    const parts = { unsubscribeKey: keys.unsubscribeKey, contactSecret: contactSecret(secret), baseUrl };
    const code = shortCode(shortLinkKey(secret), message.runId, message.message, 'https://loja.example/');
    for (const url of [
      marks.open,
      marks.click('https://loja.example/'),
      unsubscribeLink(parts, store, 'email', 'ana@cliente.example')!,
      `/l/${code}`,
      mediaPath(storeId, 'a'.repeat(43), 'png'),
    ])
      expect(shardOfUrl(url), url).toBe(shard);
  });
});

test('[SHD4] a request that names no store is of shard 0', () => {
  for (const url of [
    '/',
    '/panel',
    '/panel/api/me',
    '/docs',
    '/l/x',
    '/l/-----------A',
    '/o/x.gif',
    '/c/',
    '/u/x',
    '/public/x',
  ])
    expect(shardOfUrl(url), url).toBe(0);
  expect(shardOfUrl('/stores/external/checkout', { 'x-api-key': 'rtm_live_forged' })).toBe(0);
});
