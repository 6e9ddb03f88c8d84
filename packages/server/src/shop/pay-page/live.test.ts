import http from 'node:http';
import { randomUUID } from 'node:crypto';
import { scriptAddress, scripts } from '@retoma/pay';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../testing/test-service.ts';
import { PageListeners } from '../../base/pubsub/page-listeners.ts';
import { marina, mugs, shopperAt } from './testing/shopper.ts';

let service: TestService;
let shopper: ReturnType<typeof shopperAt>;
beforeAll(async () => {
  service = await startTestService({ CEP_LOOKUP_URL: 'off' });
  shopper = shopperAt(service);
  await shopper.offer('pix');
});
afterAll(() => service.stop());

/** Reads a stream of events: `next` resolves with the next one, undefined once the stream has ended. */
function listen(url: string): Promise<{ next: () => Promise<string | undefined>; leave: () => void }> {
  return new Promise((resolve, reject) => {
    const request = http.get(url, (response) => {
      const received: (string | undefined)[] = [];
      let wake = (): void => {};
      const notify = (...values: (string | undefined)[]): void => {
        received.push(...values);
        wake();
      };
      response.setEncoding('utf8').on('data', (chunk: string) => {
        notify(...[...chunk.matchAll(/data: (.*)/g)].map((match) => match[1]!));
      });
      response.once('close', () => notify(undefined));
      const next = async (): Promise<string | undefined> => {
        if (received.length === 0) await new Promise<void>((values) => (wake = values));
        return received.shift();
      };
      resolve({ next, leave: () => request.destroy() });
    });
    request.on('error', reject);
  });
}

describe('[COM5] an open page', () => {
  test('receives updates of its own purchase only, whatever changed it', async () => {
    const [own, other] = [await shopper.create({ ...mugs(), customer: marina }), await shopper.create(mugs())];
    const waiting = await shopper.submit(`${own}/pay`, { method: 'pix' });
    const [here, there] = [
      await listen(`${service.baseUrl}${own}/events`),
      await listen(`${service.baseUrl}${other}/events`),
    ];
    expect([await here.next(), await there.next()]).toEqual(['changed', 'changed']); // the first event
    await shopper.actAsBank(waiting, 'pay');
    expect(await here.next()).toBe('changed');
    service.context.changes.notify(other.slice(5));
    expect(await there.next()).toBe('changed');
    here.leave();
    there.leave();
  });

  test('a stream ends with the service, and a closed one is removed', async () => {
    const closing = await startTestService();
    const path = await shopperAt(closing).create(mugs());
    const stream = await listen(`${closing.baseUrl}${path}/events`);
    await stream.next();
    await closing.stop();
    // A listener that connects only now reports a change too.
    let last = await stream.next();
    while (last === 'changed') last = await stream.next();
    expect(last).toBeUndefined();
  });

  test('an unknown purchase has no stream', async () => {
    expect((await shopper.open(`/pay/${randomUUID()}/events`)).status).toBe(404);
  });
});

test('a checkout has a limited number of streams; a closed one frees a slot', () => {
  const changes = new PageListeners<void>(10);
  let values = 0;
  const subscriber = (): (() => void) => () => void values++;
  const leave = Array.from({ length: 10 }, () => changes.listen('a', subscriber()));
  expect(changes.listen('a', subscriber())).toBeUndefined();
  changes.listen('b', subscriber());
  changes.notify('a');
  expect(values).toBe(10);
  changes.notify(undefined);
  expect(values).toBe(21);
  leave[0]!();
  leave[0]!();
  expect(changes.listen('a', subscriber())).toBeDefined();
  expect(changes.listen('a', subscriber())).toBeUndefined();
});

describe('requests of the page’s script', () => {
  test('scripts may be cached permanently, since their address contains their hash', async () => {
    const ofProviders = Object.values(service.context.payments).flatMap(({ cardScript }) => cardScript?.file ?? []);
    expect(ofProviders.length).toBeGreaterThan(0);
    expect([...scripts().files.keys()]).toEqual(expect.arrayContaining(['pay.js', ...ofProviders]));
    for (const path of [...scripts().files.keys()].map(scriptAddress)) {
      const { status, headers, html } = await shopper.open(path);
      expect([status, headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8']);
      expect(headers.get('cache-control')).toContain('immutable');
      expect(html).not.toMatch(/^(export )?type |interface | as const/m);
    }
    expect((await shopper.open('/pay/assets/x/pay.js')).status).toBe(404);
    expect((await shopper.open('/pay/assets/..%2f..%2fpackage.json')).status).toBe(404);
  });

  test('[COM13] a CEP that no service looks up is 204, an invalid one 404', async () => {
    expect((await shopper.open('/pay/cep/01310100')).status).toBe(204);
    for (const cep of ['0131010', '01310-100', 'x']) expect((await shopper.open(`/pay/cep/${cep}`)).status).toBe(404);
  });
});

describe('the simulator', () => {
  test('acts only on payments of the sandbox', async () => {
    const path = await shopper.create({ ...mugs(), customer: marina });
    const waiting = await shopper.submit(`${path}/pay`, { method: 'pix' });
    const address = /\/pay\/sandbox\/[0-9a-f-]+/.exec(waiting.html)![0];
    expect((await shopper.open(address)).text).toContain('Esperando o pagamento');
    expect((await shopper.post(address, { act: 'rob' })).text).toContain('Esperando o pagamento');
    await shopper.post(address, { act: 'refuse' });
    expect((await shopper.open(address)).text).toContain('Recusado');
    expect((await shopper.open(path)).text).toContain('O pagamento não foi gerado');
    for (const id of [randomUUID(), 'x', '%00']) {
      expect((await shopper.open(`/pay/sandbox/${id}`)).status).toBe(404);
      expect((await shopper.submit(`/pay/sandbox/${id}`, { act: 'pay' })).status).toBe(404);
    }
  });
});
