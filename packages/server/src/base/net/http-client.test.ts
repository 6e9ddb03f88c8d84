import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createServer as createTcpServer, type AddressInfo, type Server as TcpServer } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { openOutgoing, type OutgoingCall, type HttpResult } from './http-client.ts';

const call = openOutgoing({ allowPrivate: true });
const guarded = openOutgoing({ allowPrivate: false });

/** A self-signed certificate for this test only, valid until 2126. */
const testKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQggZxt4OLw0jj19gJx
P3JB+Q7Q2QRYCkqT7H0vLKP3BIahRANCAATmxQhNhXsEl8j1/W0Myope8LKGrJ48
+SRQLZ9df1VWWEc6hP7UfFZ8iMs43K7/h5yLE5VPp46eH9zoC5CJxGmm
-----END PRIVATE KEY-----`;
const testCertificate = `-----BEGIN CERTIFICATE-----
MIIBijCCATGgAwIBAgIUYMxNTWfNjNXlh3I1L99WJKwe+F8wCgYIKoZIzj0EAwIw
GjEYMBYGA1UEAwwPZ2F0ZXdheS5leGFtcGxlMCAXDTI2MTEyMTE4NTEyOFoYDzIx
MjYxMDI4MTg1MTI4WjAaMRgwFgYDVQQDDA9nYXRld2F5LmV4YW1wbGUwWTATBgcq
hkjOPQIBBggqhkjOPQMBBwNCAATmxQhNhXsEl8j1/W0Myope8LKGrJ48+SRQLZ9d
f1VWWEc6hP7UfFZ8iMs43K7/h5yLE5VPp46eH9zoC5CJxGmmo1MwUTAdBgNVHQ4E
FgQUxzUZTv9zgEZ7bOWuyTQdJkTd6rwwHwYDVR0jBBgwFoAUxzUZTv9zgEZ7bOWu
yTQdJkTd6rwwDwYDVR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNHADBEAiAutwDu
2Vs93kviAqgsFOKcamUAbjocBSBLWGaF2ASb2AIgVDmiKHWNJvuy+XxVr1FiSGtP
KeM+A43R+dYRlIb44NE=
-----END CERTIFICATE-----`;

const closers: (() => void)[] = [];
afterEach(() => closers.splice(0).forEach((close) => close()));

async function listen(server: TcpServer | Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  closers.push(() => {
    server.close();
    if ('closeAllConnections' in server) server.closeAllConnections();
  });
  return (server.address() as AddressInfo).port;
}

type Seen = { method: string; url: string; headers: IncomingMessage['headers']; body: string };

/** A local server that records its requests. */
async function serve(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<{ url: string; seen: Seen[] }> {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      seen.push({ method, url, headers, body: Buffer.concat(parts).toString() });
      answer(request, response);
    });
  });
  return { url: `http://127.0.0.1:${await listen(server)}`, seen };
}

const post = (url: string, more: Partial<OutgoingCall> = {}): OutgoingCall => ({
  method: 'POST',
  url,
  headers: { 'content-type': 'application/json', apikey: 'segredo' },
  body: '{"a":"ç"}',
  signal: new AbortController().signal,
  ...more,
});

const unsent = (reason: string): object => ({ outcome: 'unsent', reason });
const answered = (httpResult: HttpResult): HttpResult & { outcome: 'answered' } => {
  if (httpResult.outcome !== 'answered') throw new Error(`${httpResult.outcome}: ${httpResult.reason}`);
  return httpResult;
};

describe('responses', () => {
  test('have status, headers and body, for any status', async () => {
    const { url, seen } = await serve((_, response) => response.writeHead(422, { 'X-Id': '7' }).end('não'));
    const httpResult = answered(await call(post(url)));
    expect(httpResult).toMatchObject({ status: 422, url: `${url}/` });
    expect(httpResult.headers['x-id']).toBe('7');
    expect(httpResult.body.toString()).toBe('não');
    expect(seen[0]).toMatchObject({ method: 'POST', body: '{"a":"ç"}' });
    expect(seen[0]!.headers).toMatchObject({ 'content-length': '10', apikey: 'segredo' });
  });

  test('leave their connections open for reuse', async () => {
    const ports: (number | undefined)[] = [];
    const { url } = await serve((request, response) => {
      ports.push(request.socket.remotePort);
      response.end();
    });
    await call(post(url));
    await call(post(url));
    expect(new Set(ports).size).toBe(1);
  });
});

describe('addresses that are not public', () => {
  test.each([
    'http://127.0.0.1/',
    'http://127.1/',
    'http://0x7f000001/',
    'http://2130706433/',
    'http://017700000001/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:a9fe:a9fe]/',
    'http://[fe80::1]/',
    'http://169.254.169.254/latest/meta-data/',
    'http://0/',
    'http://１２７.０.０.１/',
  ])('%s is not called', async (url) => {
    expect(await guarded(post(url))).toEqual(unsent('PRIVATE_ADDRESS'));
  });

  test('a name is checked by its address at the time of the connection', async () => {
    const { url, seen } = await serve((_, response) => response.end());
    const named = url.replace('127.0.0.1', 'localhost');
    expect(await guarded({ method: 'GET', url: named, signal: new AbortController().signal })).toEqual(
      unsent('PRIVATE_ADDRESS'),
    );
    expect(seen).toEqual([]);
    answered(await call(post(named)));
  });

  test('[CHK22] over plain http nothing is sent that could be a secret', async () => {
    const { body: _, headers: __, ...get } = post('http://93.184.216.34/', { method: 'GET' });
    const signal = AbortSignal.abort();
    expect(await guarded({ ...post('http://93.184.216.34/'), signal })).toEqual(unsent('NO_ENCRYPTION'));
    expect(await guarded({ ...get, headers: { apikey: 'segredo' }, signal })).toEqual(unsent('NO_ENCRYPTION'));
    expect(await guarded({ ...get, headers: { accept: 'image/png' }, signal })).not.toEqual(unsent('NO_ENCRYPTION'));
    expect(await guarded({ ...post('https://93.184.216.34/'), signal })).not.toEqual(unsent('NO_ENCRYPTION'));
  });

  test.each([
    'ftp://loja.example/',
    'file:///etc/passwd',
    'loja.example',
    '',
    'http://',
    'https://user:pass@loja.example/',
  ])('%s is not a valid address', async (url) => {
    expect(await call(post(url))).toEqual(unsent('INVALID_URL'));
  });
});

describe('redirects', () => {
  const redirecting = (status: number, location: string) =>
    serve((_, response) => response.writeHead(status, { location }).end());

  test('307 and 308 are followed with method and body, 301 to 303 only for GET', async () => {
    const end = await serve((_, response) => response.end('fim'));
    for (const status of [307, 308]) {
      const { url } = await redirecting(status, `${end.url}/novo`);
      expect(answered(await call(post(url)))).toMatchObject({ status: 200, url: `${end.url}/novo` });
    }
    expect(end.seen.map(({ method, body }) => [method, body])).toEqual([
      ['POST', '{"a":"ç"}'],
      ['POST', '{"a":"ç"}'],
    ]);
    for (const status of [301, 302, 303]) {
      const { url } = await redirecting(status, end.url);
      expect(answered(await call(post(url)))).toMatchObject({ status });
      const { body: _, ...get } = post(url, { method: 'GET' });
      expect(answered(await call(get))).toMatchObject({ status: 200 });
    }
    expect(end.seen).toHaveLength(5);
  });

  test('no credential goes to another origin; within one origin all headers are sent', async () => {
    const end = await serve((_, response) => response.end());
    const { url } = await redirecting(307, end.url);
    await call(post(url));
    expect(end.seen[0]!.headers.apikey).toBeUndefined();
    expect(end.seen[0]!.headers['content-type']).toBe('application/json');
    const same = await serve((request, response) =>
      request.url === '/a' ? response.writeHead(307, { location: '/b' }).end() : response.end(),
    );
    await call(post(`${same.url}/a`));
    expect(same.seen.map(({ url, headers }) => [url, headers.apikey])).toEqual([
      ['/a', 'segredo'],
      ['/b', 'segredo'],
    ]);
  });

  test('at most three are followed', async () => {
    const loop = await serve((_, response) => response.writeHead(307, { location: '/' }).end());
    expect(await call(post(loop.url))).toEqual(unsent('TOO_MANY_REDIRECTS'));
    expect(loop.seen).toHaveLength(4);
  });

  test.each(['file:///etc/passwd', 'gopher://127.0.0.1/', 'javascript:alert(1)', 'http://u:p@loja.example/'])(
    'none is followed to %s',
    async (location) => {
      const { url } = await redirecting(307, location);
      expect(await call(post(url))).toEqual(unsent('UNSAFE_REDIRECT'));
    },
  );
});

describe('certainly not sent', () => {
  test('the port is closed', async () => {
    const server = createTcpServer();
    const port = await listen(server);
    await new Promise((resolve) => server.close(resolve));
    expect(await call(post(`http://127.0.0.1:${port}/`))).toEqual(unsent('UNREACHABLE'));
  });

  test('the host does not exist', async () => {
    expect(await guarded(post('https://gateway.invalid/'))).toEqual(unsent('UNKNOWN_HOST'));
  });

  test('the certificate is untrusted', async () => {
    const server = createTlsServer({ key: testKey, cert: testCertificate }, (_, response) => response.end());
    const port = await listen(server);
    expect(await call(post(`https://127.0.0.1:${port}/`))).toEqual(unsent('UNTRUSTED_CERTIFICATE'));
  });

  test('the call was aborted before it began', async () => {
    const { url, seen } = await serve((_, response) => response.end());
    expect(await call(post(url, { signal: AbortSignal.abort() }))).toEqual(unsent('UNREACHABLE'));
    expect(seen).toEqual([]);
  });

  test.each<Record<string, string>>([
    { 'x-a': 'b\r\nInjected: 1' },
    { 'x-a': 'b\nInjected: 1' },
    { 'x\r\nInjected': '1' },
    { 'x-a': 'ação' },
    { 'x-a': 'a\0b' },
    { '': 'b' },
    { Host: 'outra.example' },
    { 'Content-Length': '3' },
    { 'transfer-encoding': 'chunked' },
    { 'proxy-authorization': 'x' },
  ])('a header would inject another value: %j', async (headers) => {
    const { url, seen } = await serve((_, response) => response.end());
    expect(await call(post(url, { headers }))).toEqual(unsent('INVALID_HEADER'));
    expect(seen).toEqual([]);
  });
});

describe('possibly sent', () => {
  test('the connection breaks before or during the response', async () => {
    for (const before of [true, false]) {
      const { url } = await serve((request, response) => {
        if (before) request.socket.destroy();
        else {
          response.writeHead(200, { 'content-length': '100' }).write('{');
          setImmediate(() => request.socket.destroy());
        }
      });
      expect(await call(post(url))).toEqual({ outcome: 'uncertain', reason: 'CONNECTION_LOST' });
    }
  });

  test('no response in time: by its own limit or the caller’s signal, before or during the response', async () => {
    const controller = new AbortController();
    const silent = await serve((request, response) => {
      if (request.url === '/answered') response.end();
      else controller.abort();
    });
    const timeout = { outcome: 'uncertain', reason: 'TIMEOUT' };
    expect(await call(post(silent.url, { signal: controller.signal }))).toEqual(timeout);
    // On an open connection the request leaves before any timer fires.
    expect(await call(post(`${silent.url}/answered`))).toMatchObject({ outcome: 'answered' });
    expect(await call(post(silent.url, { limits: { timeoutMs: 50 } }))).toEqual(timeout);
    const slow = await serve((request, response) => {
      if (request.url === '/answered') response.end();
      else response.writeHead(200).write('{');
    });
    expect(await call(post(`${slow.url}/answered`))).toMatchObject({ outcome: 'answered' });
    expect(await call(post(slow.url, { limits: { timeoutMs: 50 } }))).toEqual(timeout);
  });

  test('an endless response is not read to its end', async () => {
    const { url } = await serve((_, response) => {
      const write = (): void => {
        while (!response.destroyed && response.write('x'.repeat(1024)));
        if (!response.destroyed) response.once('drain', write);
      };
      write();
    });
    const endless = await call(post(url, { limits: { answerBytes: 10_000 } }));
    expect(endless).toEqual({ outcome: 'uncertain', reason: 'ANSWER_TOO_LONG' });
  });

  test('the response is not HTTP', async () => {
    const server = createTcpServer((socket) => void socket.once('data', () => socket.end('SSH-2.0-x\r\n')));
    const port = await listen(server);
    const httpResult = await call(post(`http://127.0.0.1:${port}/`));
    expect(httpResult).toEqual({ outcome: 'uncertain', reason: 'CONNECTION_LOST' });
  });
});
