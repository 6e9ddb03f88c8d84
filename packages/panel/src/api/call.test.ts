import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { call, Failed, Refused, Unreachable } from './call.ts';
import { failureKind, markUnloaded, referenceOf, reportDefect } from './failure-kind.ts';

beforeEach(() => void vi.stubGlobal('document', { documentElement: { lang: 'pt-BR' } }));
afterEach(() => void vi.unstubAllGlobals());

/** The error that a call throws for this response of the service or a proxy. */
async function thrownBy(answer: () => Promise<Response>): Promise<Error> {
  vi.stubGlobal('fetch', vi.fn(answer));
  try {
    await call('GET /panel/api/me', {});
  } catch (error) {
    return error as Error;
  }
  throw new Error('nothing was thrown');
}

const json = (status: number, body: unknown) => (): Promise<Response> =>
  Promise.resolve(Response.json(body, { status, headers: { 'x-request-id': 'req-12345' } }));
const page = (status: number) => (): Promise<Response> => Promise.resolve(new Response('<h1>Oops</h1>', { status }));

describe('[AUT7] kinds of failed calls', () => {
  test.each([
    ['no network', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['a proxy without a service', page(502)],
    ['a service that closes', json(503, { error: { code: 'NOT_READY', message: 'x' } })],
    ['a proxy that waited too long', page(504)],
    ['an answer that is none', page(200)],
  ])('no response: %s', async (_name, answer) => {
    const error = await thrownBy(answer);
    expect(error).toBeInstanceOf(Unreachable);
    expect(failureKind(error)).toBe('silent');
  });

  test('a refusal has the text of the service, or a default text', async () => {
    const error = await thrownBy(json(404, { error: { code: 'NOT_FOUND', message: 'Não existe.' } }));
    expect(error).toMatchObject({ status: 404, code: 'NOT_FOUND', message: 'Não existe.' });
    const empty = await thrownBy(page(413));
    expect(empty).toMatchObject({ status: 413, code: 'HTTP_413', message: 'O servidor recusou o pedido.' });
    for (const one of [error, empty]) expect([one instanceof Refused, failureKind(one)]).toEqual([true, 'refused']);
  });

  test('an internal error has the id of its request', async () => {
    const error = await thrownBy(json(500, { error: { code: 'INTERNAL_ERROR', message: 'x' } }));
    expect(error).toBeInstanceOf(Failed);
    expect([failureKind(error), referenceOf(error)]).toEqual(['internal', 'req-12345']);
    expect(failureKind(await thrownBy(page(500)))).toBe('internal');
  });

  test('a defect of the page gets an id, and is reported once under it without its message', () => {
    const fetched = vi.fn<typeof fetch>(() => Promise.resolve(new Response()));
    vi.stubGlobal('fetch', fetched);
    const error = new TypeError('ana@loja.example is not iterable');
    const reference = referenceOf(error);
    expect(reference).toMatch(/^[0-9a-f-]{13}$/);
    expect(referenceOf(error)).toBe(reference);
    expect(fetched).not.toHaveBeenCalled();
    for (const one of [error, error, new Failed('req-12345'), new Unreachable()]) reportDefect(one);
    expect(fetched).toHaveBeenCalledTimes(1);
    const [path, { headers, body }] = fetched.mock.calls[0] as [string, { headers: object; body: string }];
    expect([path, headers]).toEqual(['/panel/api/page-errors', expect.objectContaining({ 'x-request-id': reference })]);
    expect(JSON.parse(body)).toEqual({ name: 'TypeError', stack: expect.stringContaining('call.test.ts') as string });
    expect(body).not.toContain('ana@loja.example');
  });

  test('a part of the panel that cannot be loaded counts as no response', () => {
    const error = new TypeError('Failed to fetch dynamically imported module');
    markUnloaded(error);
    expect(failureKind(error)).toBe('silent');
  });
});
