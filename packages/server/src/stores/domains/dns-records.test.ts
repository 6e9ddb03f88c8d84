import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { checkoutRecord, dnsHostOf, proofRecord, senderRecords } from './dns-records.ts';
import { dnsOf } from './testing/dns-zone.ts';

const pay = 'pagar.loja.com.br';
const target = 'pay.retoma.example';

test('a checkout domain waits for its record, and shows the current one', async () => {
  const stateIn = async (rows: Record<string, unknown>) => {
    const { state, found } = await checkoutRecord(dnsOf(rows), pay, target);
    return [state, found];
  };
  expect(await stateIn({})).toEqual(['waiting', null]);
  expect(await stateIn({ [`CNAME ${pay}`]: ['PAY.retoma.example.'], [`A ${pay}`]: ['1.2.3.4'] })).toEqual([
    'found',
    null,
  ]);
  expect(await stateIn({ [`A ${pay}`]: ['1.2.3.4'], [`A ${target}`]: ['1.2.3.4'] })).toEqual(['found', null]);
  expect(await stateIn({ [`CNAME ${pay}`]: ['lojas.example'] })).toEqual(['different', 'lojas.example']);
  expect(await stateIn({ [`CNAME ${pay}`]: 'down', [`A ${pay}`]: 'down' })).toEqual(['unknown', null]);
});

test('[CHK14] a domain is proved by a TXT record that names the store, and by no other value', async () => {
  const storeId = '01a1fe5c-f681-7db6-ad98-25cadada4d87';
  const stateIn = async (...texts: string[]) =>
    (await proofRecord(dnsOf({ [`TXT _retoma.${pay}`]: texts.map((text) => [text]) }), pay, storeId)).state;
  expect((await proofRecord(dnsOf({}), pay, storeId)).state).toBe('waiting');
  expect(await stateIn('v=spf1 ~all')).toBe('waiting');
  expect(await stateIn('retoma-store=01a1fe5c-f681-7db6-ad98-000000000000')).toBe('different');
  expect(await stateIn(`retoma-store=${storeId}0`)).toBe('different');
  expect(await stateIn('retoma-store=01a1fe5c-f681-7db6-ad98-000000000000', `retoma-store=${storeId}`)).toBe('found');
});

test('the records of a sender: its mail service, our signing key, and a policy', async () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' });
  const dkim = { domain: 'loja.com.br', selector: 'r1', privateKey: pem };
  const empty = await senderRecords(dnsOf({}), 'loja.com.br', 'ses', dkim);
  expect(empty.map(({ purpose, name, state }) => [purpose, name, state])).toEqual([
    ['spf', 'loja.com.br', 'waiting'],
    ['dkim', 'r1._domainkey.loja.com.br', 'waiting'],
    ['dmarc', '_dmarc.loja.com.br', 'waiting'],
  ]);
  const key = empty[1]!.value;
  const there = await senderRecords(
    dnsOf({
      'TXT loja.com.br': [['google-site-verification=x'], ['v=spf1 include:_spf.google.com ~all']],
      // In two parts, as long values are returned.
      'TXT r1._domainkey.loja.com.br': [[key.slice(0, 200), key.slice(200)]],
      'TXT _dmarc.loja.com.br': [['v=DMARC1; p=reject']],
    }),
    'loja.com.br',
    'ses',
    dkim,
  );
  expect(there.map(({ state }) => state)).toEqual(['different', 'found', 'found']);
  expect(there[0]!.found).toBe('v=spf1 include:_spf.google.com ~all');
});

test('the DNS host of a domain is that of the nearest zone above', async () => {
  const dns = dnsOf({ 'NS loja.com.br': ['kim.ns.cloudflare.com'] });
  expect(await dnsHostOf(dns, pay)).toBe('ns.cloudflare.com');
  expect(await dnsHostOf(dnsOf({}), pay)).toBeNull();
});
