import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openOutgoing } from './http-client.ts';
import { openPostalCodes, type FindPostalAddress } from './postal-code-lookup.ts';

// A server with ViaCEP's protocol.
type Answer = (response: http.ServerResponse) => void;
const json =
  (reported: unknown): Answer =>
  (response) =>
    void response.setHeader('content-type', 'application/json').end(JSON.stringify(reported));

let server: http.Server;
let url: string;
let answer: Answer;
const requests: string[] = [];
beforeAll(async () => {
  server = http.createServer((request, response) => {
    requests.push(request.url!);
    answer(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/ws/{cep}/json/`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  requests.length = 0;
});

const open = (at: string | readonly string[] = url, timeoutMs = 60_000, nextAfterMs = 60_000): FindPostalAddress =>
  openPostalCodes(openOutgoing({ allowPrivate: true }), [at].flat(), { timeoutMs, nextAfterMs });
const known = { cep: '01001-000', logradouro: 'Praça da Sé', bairro: 'Sé', localidade: 'São Paulo', uf: 'SP' };

describe('[COM13] the address of a CEP', () => {
  test('is requested once, with only its digits', async () => {
    answer = json(known);
    const find = open();
    const address = { street: 'Praça da Sé', neighborhood: 'Sé', city: 'São Paulo', state: 'SP' };
    expect([await find('01001000'), await find('01001000')]).toEqual([address, address]);
    expect(requests).toEqual(['/ws/01001000/json/']);
  });

  test('may lack a street if a town has one CEP', async () => {
    answer = json({ ...known, logradouro: '', bairro: '' });
    expect(await open()('35588000')).toMatchObject({ street: '', city: 'São Paulo' });
  });

  test.each<[string, Answer]>([
    ['an error', (response) => void response.writeHead(500).end('{}')],
    ['no JSON', (response) => void response.end('<html>')],
    ['other words', json({ localidade: 7, uf: 'São Paulo' })],
    ['more than an address is long', json({ ...known, complemento: 'x'.repeat(100_000) })],
    ['a broken connection', (response) => void response.destroy()],
  ])('is none for %s, and is requested again', async (_, input) => {
    answer = input;
    const find = open();
    expect(await find('01001000')).toBeUndefined();
    answer = json(known);
    expect(await find('01001000')).toMatchObject({ city: 'São Paulo' });
  });

  test('is none without an answer in time, and is requested again', async () => {
    answer = () => {};
    const find = open(url, 100);
    expect(await find('01001000')).toBeUndefined();
    answer = json(known);
    await expect.poll(() => find('01001000')).toMatchObject({ city: 'São Paulo' });
  });

  test('is unknown if the service says so, and is requested again', async () => {
    for (const erro of ['true', true]) {
      answer = json({ erro });
      const find = open();
      expect(await find('00000000')).toBe('unknown');
      answer = json(known);
      expect(await find('00000000')).toMatchObject({ city: 'São Paulo' });
    }
  });

  test('is none if the service is unreachable or off', async () => {
    expect(await open('http://127.0.0.1:1/{cep}')('01001000')).toBeUndefined();
    expect(await open([])('01001000')).toBeUndefined();
    expect(requests).toEqual([]);
  });

  test('is not an address of this network, unless that is allowed', async () => {
    answer = json(known);
    const find = openPostalCodes(openOutgoing({ allowPrivate: false }), [url, url]);
    expect(await find('01001000')).toBeUndefined();
    expect(requests).toEqual([]);
  });
});

describe('[COM13] the address of a CEP from a second service', () => {
  const second = { cep: '01001000', state: 'SP', city: 'São Paulo', neighborhood: 'Sé', street: 'Praça da Sé' };
  const address = { street: 'Praça da Sé', neighborhood: 'Sé', city: 'São Paulo', state: 'SP' };
  /** Answers of both services: of ViaCEP, and of BrasilAPI. */
  const answers = (first: Answer, other: Answer): void => {
    answer = (response) => (requests.at(-1)!.startsWith('/ws/') ? first : other)(response);
  };
  const both = (timeoutMs?: number, nextAfterMs?: number): FindPostalAddress =>
    open([url, url.replace('/ws/{cep}/json/', '/api/cep/v1/{cep}')], timeoutMs, nextAfterMs);
  const services = (): string[] => requests.map((path) => path.split('/')[1]!);

  test.each<[string, Answer]>([
    ['refuses', (response) => void response.writeHead(403).end()],
    ['limits', (response) => void response.writeHead(429).end()],
    ['fails', (response) => void response.writeHead(500).end('{}')],
    ['shows a page', (response) => void response.end('<html>')],
    ['hangs up', (response) => void response.destroy()],
  ])('is used where the first one %s, which is then asked last', async (_, first) => {
    answers(first, json(second));
    const find = both();
    expect(await find('01001000')).toEqual(address);
    expect(services()).toEqual(['ws', 'api']);
    expect(await find('01001001')).toEqual(address);
    expect(services()).toEqual(['ws', 'api', 'api']);
  });

  test('is asked too while the first one is slow, whose answer still counts', async () => {
    answers(() => {}, json(second));
    expect(await both(60_000, 1)('01001000')).toEqual(address);
    // The slow one answers once the second one was asked too, which never answers.
    const waiting: http.ServerResponse[] = [];
    const arrived: Answer = (response) => {
      waiting.push(response);
      if (waiting.length === 2)
        for (const one of waiting)
          if (one.req.url!.startsWith('/ws/')) json({ ...known, logradouro: 'Rua Direita' })(one);
    };
    answers(arrived, arrived);
    expect(await both(60_000, 1)('01001000')).toMatchObject({ street: 'Rua Direita' });
  });

  test('is not asked for a CEP that the first one knows, or knows not to exist', async () => {
    answers(json(known), json(second));
    await both()('01001000');
    answers(json({ erro: 'true' }), json(second));
    expect(await both()('00000000')).toBe('unknown');
    expect(services()).toEqual(['ws', 'ws']);
  });

  test('does not make a CEP unknown: its 404 may be a failure of its own sources', async () => {
    const none: Answer = (response) => void response.writeHead(404).end('{"name":"CepPromiseError"}');
    answers((response) => void response.writeHead(500).end(), none);
    expect(await both()('01001000')).toBeUndefined();
    expect(services()).toEqual(['ws', 'api']);
  });

  test('is not waited for longer than the whole lookup', async () => {
    answers(
      () => {},
      () => {},
    );
    expect(await both(100, 1)('01001000')).toBeUndefined();
  });
});
