import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { checkoutRecord, dnsHostOf, senderRecords, type Dns } from './dns-records.ts';

/** A DNS zone, by `TYPE name`; `'down'`: no response. */
const dnsOf = (rows: Record<string, unknown>): Dns => {
  const ask = (type: string) => (name: string) => {
    const found = rows[`${type} ${name}`];
    if (found === 'down') return Promise.reject(Object.assign(new Error('down'), { code: 'ETIMEOUT' }));
    return found === undefined
      ? Promise.reject(Object.assign(new Error('nobody'), { code: 'ENOTFOUND' }))
      : Promise.resolve(found);
  };
  return {
    resolve4: ask('A'),
    resolveCname: ask('CNAME'),
    resolveNs: ask('NS'),
    resolveTxt: ask('TXT'),
  } as unknown as Dns;
};

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
