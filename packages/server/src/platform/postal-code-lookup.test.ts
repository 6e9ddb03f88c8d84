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

const open = (at = url, timeoutMs = 60_000): FindPostalAddress =>
  openPostalCodes(openOutgoing({ allowPrivate: true }), at, timeoutMs);
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
    answer = json({ erro: 'true' });
    const find = open();
    expect(await find('00000000')).toBe('unknown');
    answer = json(known);
    expect(await find('00000000')).toMatchObject({ city: 'São Paulo' });
  });

  test('is none if the service is unreachable or off', async () => {
    expect(await open('http://127.0.0.1:1/{cep}')('01001000')).toBeUndefined();
    expect(await open('off')('01001000')).toBeUndefined();
    expect(requests).toEqual([]);
  });
});
