import { unaudited } from '../../members/audit/testing/unaudited.ts';
import { createServer, type Server } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testAuthority, tlsKey } from '../../providers/channels/email/testing/mail-server.ts';
import { storeFind } from '../queries/stores.ts';
import { payUrl } from '../../base/links/store-url.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';
import { checkDomain, checkDueDomains, tlsProbe, type DomainChecks } from './check-domain.ts';
import { createStore, deleteStore } from '../manage-stores.ts';
import { chooseDomain } from './choose-domain.ts';
import { dnsOf } from './testing/dns-zone.ts';

const hostname = 'pagar.loja.example';
const minute = 60_000;

let service: TestService;
let now = Date.UTC(2026, 10, 24, 12);
/** The current state of the outside world. */
const dns = { pointsHere: false, names: [] as string[], tls: false, lookups: 0 };
const zone = {
  get [`CNAME ${hostname}`]() {
    return dns.pointsHere ? ['pay.retoma.example'] : undefined;
  },
  get [`TXT _retoma.${hostname}`]() {
    return dns.names.map((storeId) => [`retoma-store=${storeId}`]);
  },
};
let checks: DomainChecks;
beforeAll(async () => {
  service = await startTestService();
  checks = {
    db: service.context.db,
    usersDb: service.context.usersDb,
    clock: () => now,
    target: () => 'pay.retoma.example',
    dns: dnsOf(zone),
    answersTls: () => Promise.resolve((dns.lookups++, dns.tls)),
  };
});
afterAll(() => service.stop());

const link = async (storeId = service.storeId): Promise<string> =>
  payUrl((await storeFind(service.context.db, storeId))!, 'https://pay.retoma.example', 'x');
const choose = (name: string | null, storeId = service.storeId) =>
  chooseDomain(service.context, storeId, name, unaudited);
const check = (storeId = service.storeId) => checkDomain(checks, { storeId, hostname });
const own = `https://${hostname}/pay/x`;
const usual = 'https://pay.retoma.example/pay/x';
const turn = (): Promise<number> => checkDueDomains(checks, new AbortController().signal);

describe('[CHK14] a domain is used in links', () => {
  test('once its DNS points here and TLS responds, and not before', async () => {
    expect(await choose(hostname)).toBeUndefined();
    expect(await storeFind(service.context.db, service.storeId)).toMatchObject({
      domain: null,
      chosenDomain: hostname,
    });
    expect(await link()).toBe(usual);
    expect(await check()).toMatchObject({ problem: 'dns', active: false });
    dns.pointsHere = true;
    // Without the proof, any store could take a domain that leads here.
    expect(await check()).toMatchObject({ problem: 'dns', active: false });
    expect([await link(), dns.lookups]).toEqual([usual, 0]);
    dns.names = [service.storeId];
    expect(await check()).toMatchObject({ problem: 'tls', active: false });
    expect(await link()).toBe(usual);
    dns.tls = true;
    expect(await turn()).toBe(0);
    now += minute + 1;
    expect(await turn()).toBe(1);
    expect(await link()).toBe(own);
  });

  test('until it has failed for an hour, so that a short outage changes no links', async () => {
    dns.tls = false;
    now += 5 * minute;
    expect(await turn()).toBe(0);
    now += 6 * minute;
    expect([await turn(), await link()]).toEqual([1, own]);
    now += 50 * minute;
    expect([await turn(), await link()]).toEqual([1, own]);
    now += 11 * minute;
    expect([await turn(), await link()]).toEqual([1, usual]);
    dns.tls = true;
    now += minute + 1;
    expect([await turn(), await link()]).toEqual([1, own]);
  });

  test('setting it again changes nothing; another one starts unused; without one nothing is checked', async () => {
    await choose(hostname);
    expect(await link()).toBe(own);
    await choose('outra.loja.example');
    expect(await link()).toBe(usual);
    expect((await check()).active).toBe(false);
    await choose(null);
    now += 60 * minute;
    expect(await turn()).toBe(0);
  });
});

describe('[CHK14] a domain that several stores choose', () => {
  test('is used by the one that its DNS names, from then on by no other, and is free once that one stops using it', async () => {
    const { storeId: other } = await createStore(service.context.db, 'Outra');
    Object.assign(dns, { pointsHere: true, names: [service.storeId], tls: true });
    expect(await choose(hostname, other)).toBeUndefined();
    expect(await check(other)).toMatchObject({ problem: 'dns', active: false });
    expect(await choose(hostname)).toBeUndefined();
    expect(await check()).toMatchObject({ problem: null, active: true });
    // Its DNS names both: the first one keeps it.
    dns.names = [other, service.storeId];
    expect(await check(other)).toMatchObject({ problem: 'dns', active: false });
    expect([await link(), await link(other)]).toEqual([own, usual]);
    expect(await choose(hostname, other)).toBe('DOMAIN_TAKEN');
    await choose(null);
    expect(await check(other)).toMatchObject({ problem: null, active: true });
    expect([await link(), await link(other)]).toEqual([usual, own]);
    await deleteStore(service.context, other, undefined, unaudited);
    expect(await choose(hostname)).toBeUndefined();
    expect(await check()).toMatchObject({ active: true });
  });

  test('is free again an hour after its DNS stopped naming the store', async () => {
    const { storeId: other } = await createStore(service.context.db, 'Nova dona');
    dns.names = [other];
    now += minute;
    expect(await check()).toMatchObject({ problem: 'dns', active: true });
    expect(await choose(hostname, other)).toBe('DOMAIN_TAKEN');
    now += 61 * minute;
    expect(await check()).toMatchObject({ problem: 'dns', active: false });
    expect(await choose(hostname, other)).toBeUndefined();
    expect(await check(other)).toMatchObject({ problem: null, active: true });
  });
});

describe('[CHK14] TLS', () => {
  const local = {
    lookup: ((_name, options, callback) => {
      if (options.all) callback(null, [{ address: '127.0.0.1', family: 4 }]);
      else callback(null, '127.0.0.1', 4);
    }) as NonNullable<NonNullable<Parameters<typeof tlsProbe>[0]>['lookup']>,
  };

  async function portOf(server: Server): Promise<number> {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return (server.address() as { port: number }).port;
  }

  test('a server without TLS, or a silent one, fails', async () => {
    const plain = createServer((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n'));
    const mute = createServer(() => undefined);
    for (const server of [plain, mute]) {
      const port = await portOf(server);
      expect(await tlsProbe({ ...local, port, timeoutMs: 300 })(hostname)).toBe(false);
      server.close();
    }
  });

  test('a trusted certificate for this exact name succeeds', async () => {
    const server = createTlsServer({ key: tlsKey, cert: testAuthority });
    const port = await portOf(server);
    expect(await tlsProbe({ ...local, port, ca: testAuthority, timeoutMs: 60_000 })('localhost')).toBe(true);
    expect(await tlsProbe({ ...local, port, ca: testAuthority })(hostname)).toBe(false);
    expect(await tlsProbe({ ...local, port })('localhost')).toBe(false);
    server.close();
  });

  test('a local address is not called at all', async () => {
    let calls = 0;
    const server = createServer(() => void calls++);
    const port = await portOf(server);
    expect(await tlsProbe({ port })('localhost')).toBe(false);
    expect(calls).toBe(0);
    server.close();
  });
});
