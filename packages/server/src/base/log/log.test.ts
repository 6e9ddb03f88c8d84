import { afterEach, describe, expect, test, vi } from 'vitest';
import { openLog } from './log.ts';
import { toLoggableError } from './loggable-error.ts';
import { maskLogLine } from './mask-log-line.ts';
import { newUser, PanelBrowser, password } from '../../app/http/panel/testing/browser.ts';
import { createStore } from '../../stores/manage-stores.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';

class ProviderError extends Error {
  override name = 'ProviderError';
  statusCode = 401;
  code = 'invalid_api_key';
}

/** An error as a library throws it: its first frame is not in our source. */
function foreignError(message: string): ProviderError {
  const error = new ProviderError(message);
  error.stack = `ProviderError: ${message}\n    at post (file:///app/node_modules/sdk/index.js:10:5)\n    at process (node:internal/process:95:5)`;
  return error;
}

describe('[CHK20] errors', () => {
  test('of a foreign error only name, code, status and frames are logged', () => {
    const logged = toLoggableError(foreignError('key sk-abcdefgh12345 of ana@cliente.example'));
    expect(logged).toEqual({
      type: 'ProviderError',
      code: 'invalid_api_key',
      status: 401,
      stack: '    at post (file:///app/node_modules/sdk/index.js:10:5)\n    at process (node:internal/process:95:5)',
    });
  });

  test('no line of a multi-line message is in the stack', () => {
    const message = 'first\n    at ana@cliente.example\nlast\n    at home';
    expect(JSON.stringify(toLoggableError(foreignError(message)))).not.toMatch(/ana|home|first|last/);
  });

  test('an error of the JavaScript engine quotes its input, so it is foreign too', () => {
    for (const fail of [() => JSON.parse('{"cpf": 52998224725 zelia'), () => new URL('zelia'), () => BigInt('zelia')]) {
      let thrown: unknown;
      try {
        fail();
      } catch (error) {
        thrown = error;
      }
      expect(JSON.stringify(toLoggableError(thrown))).not.toMatch(/zelia|529/);
    }
  });

  test('our own error keeps its message, and its foreign cause loses its message', () => {
    const error = new Error('the copilot has no model', { cause: foreignError('zelia') });
    expect(toLoggableError(error)).toMatchObject({
      message: 'the copilot has no model',
      cause: { type: 'ProviderError', status: 401 },
    });
    expect(toLoggableError(error).cause).not.toHaveProperty('message');
  });

  test('a name or code that is a sentence is not logged', () => {
    const error = Object.assign(foreignError('x'), { name: 'Error of Zelia Quaresma', code: 'zelia@x.example' });
    expect(toLoggableError(error)).toMatchObject({ type: 'Error' });
    expect(toLoggableError(error)).not.toHaveProperty('code');
  });
});

describe('[CHK20] the last filter', () => {
  test.each([
    ['Authorization: Bearer abc.def-123', 'abc.def'],
    ['key sk-proj-abcdefgh1234', 'abcdefgh'],
    ['rtm_live_abcdefghijklmnop', 'abcdef'],
    ['token eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abcdEFGH', 'eyJ'],
    ['postgresql://owner:hunter22@db/retoma', 'hunter22'],
    ['mail to josé.da-silva+x@cliente.com.br failed', 'cliente'],
    ['cpf 529.982.247-25', '529'],
    ['cpf 52998224725', '529'],
    ['cnpj 12.345.678/0001-95', '345'],
    ['cnpj 12.ABC.345/01DE-35', 'ABC'],
    ['cnpj 12ABC34501DE35', 'ABC'],
    ['cnpj 12.abc.345/01de-35', 'abc'],
    ['cnpj 12abc34501de35', 'abc'],
    ['cnpj 12ABC345/01DE-35', 'ABC'],
    ['cnpj 12ABC34501DE-35', 'ABC'],
    ['cnpj 12 ABC 345 01DE 35', 'ABC'],
    ['cnpj 12.ABC.345/01DE\u201135', 'ABC'],
    ['cnpj 12.ABC.345/01DE 35', 'ABC'],
    ['cnpj:12.ABC.345/01DE-35,', 'ABC'],
    ['cnpj 12.ABC.345.01DE.35', 'ABC'],
    ['cnpj 12-ABC-345/01DE-35', 'ABC'],
    ['cnpj 12.abc.345-01de-35', 'abc'],
    ['\u202a12.ABC.345/01DE-35\u202c', 'ABC'],
    ['cpf 529.982.247\u201325', '529'],
    ['call +5511987654321', '98765'],
    ['call (11) 98765-4321', '98765'],
    ['card 4111 1111 1111 1111', '1111'],
  ])('masks %s', (text, secret) => {
    const lines: string[] = [];
    openLog('info', { write: (line: string) => void lines.push(line) }).info({ text }, text);
    // The digits of its instant may be any.
    const { time: _time, ...logged } = JSON.parse(lines[0]!) as Record<string, unknown>;
    expect(Object.keys(logged)).toEqual(['level', 'text', 'msg']);
    expect(JSON.stringify(logged)).not.toContain(secret);
  });

  test('leaves instants, ids and source positions', () => {
    const line = JSON.stringify({
      time: 1763769600000,
      requestId: 'y55oky0d-11987654321',
      other:
        'is not set port 80, abcdefghijkl12, packages/core12, 01a20109551179, INVALID_PAYLOAD 422, ABCDEFGHIJKLMNOP12',
      runId: '01a20109-5511-7987-9543-215598765432',
      stack: '    at x (file:///app/node_modules/@ai-sdk/openai@1.2.3/index.js:10:5)',
    });
    expect(maskLogLine(line)).toBe(line);
  });

  test('takes linear time', () => {
    const steps = ['a', '1', '.', 'a@', '11 ', 'eyJaaaaaaaaa.', '://'].map((part) => part.repeat(200_000));
    for (const text of steps) expect(maskLogLine(text).length).toBeGreaterThan(0);
  });
});

describe('refused access', () => {
  let service: TestService | undefined;
  afterEach(async () => {
    vi.useRealTimers();
    await service?.stop();
  });

  test('[CHK20] is logged and counted, and only counted above sixty lines', async () => {
    service = await startTestService({ LOG_LEVEL: 'info' });
    // The limit of lines does not refill meanwhile.
    vi.useFakeTimers({ toFake: ['Date'] });
    const { baseUrl, checkoutKey } = service;
    const path = '/stores/external/checkout/01a20109-5511-7987-9543-215598765432';
    const read = (): Promise<Response> => fetch(baseUrl + path, { headers: { 'x-api-key': checkoutKey } });
    const refused = (await Promise.all(Array.from({ length: 80 }, read))).filter(({ status }) => status === 403);
    expect(refused).toHaveLength(80);
    const lines = service.logged.filter((line) => line.includes('access refused'));
    expect(lines.length).toBeGreaterThanOrEqual(60);
    expect(lines.length).toBeLessThan(80);
    expect(JSON.parse(lines[0]!)).toMatchObject({
      route: '/stores/external/checkout/:checkoutId',
      reason: 'WRONG_KEY_KIND',
      storeId: service.storeId,
    });
    const metrics = await service.context.metrics.registry.metrics();
    expect(metrics).toContain(
      'retoma_access_refused_total{route="/stores/external/checkout/:checkoutId",reason="WRONG_KEY_KIND"} 80',
    );
  });

  test('[CHK20] by a member of one store to another store is logged and counted too', async () => {
    service = await startTestService({ LOG_LEVEL: 'info' });
    await newUser(service, 'leo@loja.example', 'reader');
    const browser = new PanelBrowser(service);
    await browser.post('/sign-in', { email: 'leo@loja.example', password });
    const { storeId } = await createStore(service.context.db, 'Outra loja');
    expect((await browser.get(`/stores/${storeId}/orders`)).status).toBe(404);
    expect((await browser.post(`/stores/${service.storeId}/shipping-options`)).status).toBe(403);
    const reasons = service.logged.flatMap((line) => /"reason":"(\w+)"/.exec(line)?.[1] ?? []);
    expect(reasons).toEqual(['OTHER_STORE', 'NOT_ALLOWED']);
  });
});
