import net, { type AddressInfo } from 'node:net';
import PostalMime from 'postal-mime';
import { afterEach, describe, expect, test } from 'vitest';
import { openOutgoing } from '../../../../base/net/http-client.ts';
import type { Delivered, Delivery, TrackingUrls } from '../../provider.ts';
import { answer, startMailServer, testAuthority, type TestMailServer } from '../testing/mail-server.ts';
import { openProvider } from '../../provider.ts';
import { smtp } from './index.ts';
import { openEmailDeps } from '../transport/send-mail.ts';
import { SmtpSessions } from '../transport/sessions.ts';

const parts = openEmailDeps({
  callOut: openOutgoing({ allowPrivate: true }),
  allowPrivate: true,
  ca: testAuthority,
  clock: () => Date.parse('2026-03-12T17:05:00Z'),
});
const provider = openProvider(smtp, { email: parts });
const never = new AbortController().signal;

const open: { stop: () => Promise<void> }[] = [];
afterEach(async () => {
  parts.sessions.close();
  await Promise.all(open.splice(0).map(({ stop }) => stop()));
});
async function server(options?: Parameters<typeof startMailServer>[0]): Promise<TestMailServer> {
  const started = await startMailServer(options);
  open.push(started);
  return started;
}

/** A scripted server: it sends a greeting, then a scripted reply to each line. */
async function scripted(reply: (line: string, socket: net.Socket) => string): Promise<number> {
  const sockets = new Set<net.Socket>();
  const listener = net.createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.write('220 ready\r\n');
    socket.on('data', (data) => {
      for (const line of data.toString().split('\r\n').filter(Boolean)) {
        const response = reply(line, socket);
        if (!socket.destroyed) socket.write(`${response}\r\n`);
      }
    });
  });
  await new Promise<void>((resolve) => void listener.listen(0, '127.0.0.1', resolve));
  open.push({
    stop: () =>
      new Promise((resolve) => {
        listener.close(() => resolve());
        sockets.forEach((socket) => socket.destroy());
      }),
  });
  return (listener.address() as AddressInfo).port;
}

const marks: TrackingUrls = {
  open: 'https://app.example/o/OPEN.gif',
  unsubscribe: 'https://app.example/u/TOKEN',
  click: (target) => `https://app.example/c/${Buffer.from(target).toString('base64url')}`,
};
const deliveryOf = (port: number, rest: Partial<Delivery> = {}): Delivery => ({
  key: '0198c0de-0000-7000-8000-000000000001:steps[0]#1',
  storeId: '0198c0de-0000-7000-8000-000000000002',
  channel: 'email',
  to: 'ana@cliente.example',
  content: {
    remetente_nome: 'Loja Açaí',
    remetente_email: 'contato@loja.example',
    subject: 'Seu PIX está esperando',
    html: '<mjml><mj-body><mj-section><mj-column><mj-text>Oi, Ana!</mj-text><mj-button href="https://loja.example/p">Pagar</mj-button></mj-column></mj-section></mj-body></mjml>',
  },
  settings: { host: 'localhost', port },
  credentials: { user: 'ana', pass: 'senha' },
  marks,
  ...rest,
});
const send = (delivery: Delivery, signal = never): Promise<Delivered> => provider.send(delivery, signal);

describe('SMTP', () => {
  test('a complete message arrives over TLS after a login', async () => {
    const { port, received, users } = await server();
    const sent = await send(
      deliveryOf(port, { settings: { host: 'localhost', port, envelopeFrom: 'volta@loja.example' } }),
    );
    const email = await PostalMime.parse(received[0]!.raw);
    expect(sent).toEqual({ outcome: 'sent', providerId: email.messageId });
    expect(users).toEqual(['ana']);
    expect(received[0]).toMatchObject({ from: 'volta@loja.example', to: ['ana@cliente.example'] });
    expect(email).toMatchObject({
      from: { name: 'Loja Açaí', address: 'contato@loja.example' },
      subject: 'Seu PIX está esperando',
      text: 'Oi, Ana!\n\nPagar [https://loja.example/p]\n',
      date: '2026-03-12T17:05:00.000Z',
    });
    expect(email.html).toContain('https://app.example/c/');
    const headers = Object.fromEntries(email.headers.map(({ key, value }) => [key, value]));
    expect(headers['list-unsubscribe']).toBe('<https://app.example/u/TOKEN>');
    expect(headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
  });

  test('lines that begin with a dot, and lines of any length, arrive unchanged', async () => {
    const { port, received } = await server();
    const html = `<p>.</p>\n.\n..\n<p>${'á'.repeat(3_000)}</p>\n.`;
    const { content } = deliveryOf(port);
    await send(deliveryOf(port, { content: { ...(content as object), html } }));
    const email = await PostalMime.parse(received[0]!.raw);
    expect(email.html).toContain(html);
  });

  test('TLS from the first byte is supported', async () => {
    const { port, received } = await server({ secure: true });
    const delivered = await send(deliveryOf(port, { settings: { host: 'localhost', port, security: 'tls' } }));
    expect(delivered.outcome).toBe('sent');
    expect(received).toHaveLength(1);
  });

  test('sessions are reused, one for each concurrent message', async () => {
    // The server answers once so many messages are there.
    let together = 1;
    const answers: (() => void)[] = [];
    const { port, received, sessions } = await server({
      onRcptTo: (_address, _session, callback) => {
        if (answers.push(callback) === together) answers.splice(0).forEach((answer) => answer());
      },
    });
    for (let message = 0; message < 3; message++) await send(deliveryOf(port));
    expect(sessions.started).toBe(1);
    together = 3;
    await Promise.all([1, 2, 3].map(() => send(deliveryOf(port))));
    expect(sessions.started).toBe(3);
    expect(received).toHaveLength(6);
  });

  test('a session that the server closed is replaced, and the message is sent once', async () => {
    const one = await server();
    await send(deliveryOf(one.port));
    one.cut();
    expect((await send(deliveryOf(one.port))).outcome).toBe('sent');
    expect(one.sessions.started).toBe(2);
    expect(one.received).toHaveLength(2);
  });

  test('other credentials never use an existing session', async () => {
    const { port, users } = await server();
    await send(deliveryOf(port));
    await send(deliveryOf(port, { credentials: { user: 'bia', pass: 'senha' } }));
    expect(users).toEqual(['ana', 'bia']);
  });
});

describe('the outcome of a failure', () => {
  test.each([
    ['RCPT', 550, { outcome: 'refused', reason: 'RECIPIENT_REFUSED:550' }],
    ['RCPT', 450, { outcome: 'later', reason: 'RATE_LIMITED' }],
    ['MAIL', 553, { outcome: 'refused', reason: 'SENDER_REFUSED:553' }],
    ['MAIL', 530, { outcome: 'broken', reason: 'INVALID_CREDENTIALS' }],
    ['MAIL', 451, { outcome: 'later', reason: 'RATE_LIMITED' }],
    ['DATA', 554, { outcome: 'refused', reason: 'PROVIDER_REFUSED:554' }],
    ['DATA', 552, { outcome: 'refused', reason: 'EMAIL_TOO_LARGE' }],
    ['DATA', 421, { outcome: 'later', reason: 'RATE_LIMITED' }],
    ['CONNECT', 554, { outcome: 'broken', reason: 'ACCOUNT_RESTRICTED' }],
    ['CONNECT', 421, { outcome: 'later', reason: 'RATE_LIMITED' }],
  ] as const)('%s answered with %d', async (command, code, delivered) => {
    const { port } = await server({
      ...(command === 'CONNECT' && { onConnect: (_session, callback) => callback(answer(code)) }),
      ...(command === 'MAIL' && { onMailFrom: (_address, _session, callback) => callback(answer(code)) }),
      ...(command === 'RCPT' && { onRcptTo: (_address, _session, callback) => callback(answer(code)) }),
      ...(command === 'DATA' && {
        onData: (stream, _session, callback) => {
          stream.resume();
          stream.on('end', () => callback(answer(code)));
        },
      }),
    });
    expect(await send(deliveryOf(port))).toEqual(delivered);
  });

  test.each([
    ['RCPT', 550, '5.4.5 Daily sending quota exceeded'],
    ['DATA', 554, '5.2.0 STOREDRV.Submission.Exception:SubmissionQuotaExceededException'],
    ['MAIL', 550, '5.7.1 only 10 messages per day'],
  ] as const)('[RUN5] %s answered with %d %s is trouble of the connection', async (command, code, text) => {
    const { port } = await server({
      ...(command === 'MAIL' && { onMailFrom: (_address, _session, callback) => callback(answer(code, text)) }),
      ...(command === 'RCPT' && { onRcptTo: (_address, _session, callback) => callback(answer(code, text)) }),
      ...(command === 'DATA' && {
        onData: (stream, _session, callback) => {
          stream.resume();
          stream.on('end', () => callback(answer(code, text)));
        },
      }),
    });
    expect(await send(deliveryOf(port))).toEqual({ outcome: 'broken', reason: 'SENDING_LIMIT' });
  });

  test('a wrong password breaks the connection, a temporarily impossible login does not', async () => {
    const { port } = await server();
    const credentials = { user: 'ana', pass: 'errada' };
    const broken = { outcome: 'broken', reason: 'INVALID_CREDENTIALS' };
    expect(await send(deliveryOf(port, { credentials }))).toEqual(broken);
    const busy = await server({ onAuth: (_auth, _session, callback) => callback(answer(454)) });
    expect(await send(deliveryOf(busy.port))).toEqual({ outcome: 'later', reason: 'RATE_LIMITED' });
  });

  test('[RUN13] a cut after the complete message is uncertain, and the message is not sent again', async () => {
    let accepted = 0;
    const cutting: TestMailServer = await server({
      onData: (stream) => {
        stream.resume();
        stream.on('end', () => {
          accepted++;
          cutting.cut();
        });
      },
    });
    expect(await send(deliveryOf(cutting.port))).toEqual({ outcome: 'uncertain' });
    expect(accepted).toBe(1);
  });

  test('[RUN13] a cut during the message is uncertain too', async () => {
    const cutting: TestMailServer = await server({ onData: (stream) => void stream.once('data', () => cutting.cut()) });
    const html = `<p>${'x'.repeat(900_000)}</p>`;
    const { content } = deliveryOf(cutting.port);
    const delivered = await send(deliveryOf(cutting.port, { content: { ...(content as object), html } }));
    expect(delivered).toEqual({ outcome: 'uncertain' });
  });

  test.each(['EHLO', 'MAIL', 'RCPT', 'DATA'])('a cut at %s: it was certainly not sent', async (command) => {
    const port = await scripted((line, socket) => {
      if (line.startsWith(command)) socket.destroy();
      return '250 ok';
    });
    const delivery = deliveryOf(port, { settings: { host: '127.0.0.1', port, security: 'none' }, credentials: {} });
    expect(await send(delivery)).toEqual({ outcome: 'later', reason: 'UNREACHABLE' });
  });

  test('[RUN13] aborted before the message was sent it is retried later; after that it is uncertain', async () => {
    const controllers = { before: new AbortController(), after: new AbortController() };
    const until = (at: string, controller: AbortController): Promise<number> =>
      scripted((line) => {
        if (line.startsWith(at)) controller.abort();
        return line === 'DATA' ? '354 go on' : '250 ok';
      });
    const settings = async (port: Promise<number>): Promise<Partial<Delivery>> => ({
      settings: { host: '127.0.0.1', port: await port, security: 'none' },
      credentials: {},
    });
    const before = await settings(until('RCPT', controllers.before));
    expect((await send(deliveryOf(0, before), controllers.before.signal)).outcome).toBe('later');
    const after = await settings(until('Subject', controllers.after));
    expect((await send(deliveryOf(0, after), controllers.after.signal)).outcome).toBe('uncertain');
  });

  test('a server with an untrusted certificate or without TLS gets no password', async () => {
    const untrusting = openProvider(smtp, { email: { ...parts, sessions: new SmtpSessions(), ca: undefined } });
    const { port } = await server();
    expect(await untrusting.send(deliveryOf(port), never)).toEqual({
      outcome: 'broken',
      reason: 'UNTRUSTED_CERTIFICATE',
    });
    const received: string[] = [];
    const plain = await scripted((line) => {
      received.push(line);
      return line.startsWith('STARTTLS') ? '502 not here' : '250-AUTH PLAIN\r\n250 ok';
    });
    expect(await send(deliveryOf(plain))).toEqual({ outcome: 'broken', reason: 'NO_ENCRYPTION' });
    expect(received.join()).not.toContain('AUTH');
  });

  test('private addresses are refused, by number and by name, and so is a server without TLS', async () => {
    const { port, sessions } = await server();
    const shut = openProvider(smtp, { email: { ...parts, allowPrivate: false } });
    for (const host of ['127.0.0.1', 'localhost', '10.0.0.1', '::1', '169.254.169.254']) {
      const delivered = await shut.send(deliveryOf(port, { settings: { host, port } }), never);
      expect(delivered).toEqual({ outcome: 'broken', reason: 'PRIVATE_ADDRESS' });
    }
    const clear = deliveryOf(port, { settings: { host: '203.0.113.1', port, security: 'none' } });
    expect(await shut.send(clear, never)).toEqual({ outcome: 'broken', reason: 'NO_ENCRYPTION' });
    expect(sessions.started).toBe(0);
  });

  test('a closed port, and a name that does not exist', async () => {
    const { port, stop } = await startMailServer();
    await stop();
    expect(await send(deliveryOf(port))).toEqual({ outcome: 'later', reason: 'UNREACHABLE' });
    const settings = { host: 'nowhere.invalid', port };
    expect(await send(deliveryOf(port, { settings }))).toMatchObject({ outcome: 'later' });
  });

  test('an invalid e-mail never reaches the server', async () => {
    const { port, sessions } = await server();
    expect(await send(deliveryOf(port, { to: 'joão@loja.example' }))).toEqual({
      outcome: 'refused',
      reason: 'INVALID_RECIPIENT',
    });
    expect(await send(deliveryOf(port, { to: 'ana@cliente.example>\r\nRCPT TO:<bia@x.example' }))).toEqual({
      outcome: 'refused',
      reason: 'INVALID_RECIPIENT',
    });
    expect(sessions.started).toBe(0);
  });
});

describe('testing a connection', () => {
  const testConnection = (port: number, credentials = { user: 'ana', pass: 'senha' }) =>
    provider.testConnection(
      { connectionId: 'c', storeId: 's', settings: { host: 'localhost', port }, credentials },
      never,
    );

  test('logs in and sends nothing', async () => {
    const { port, received } = await server();
    expect(await testConnection(port)).toEqual({ outcome: 'works', account: 'ana' });
    expect(await testConnection(port, { user: 'ana', pass: 'x' })).toEqual({
      outcome: 'broken',
      reason: 'INVALID_CREDENTIALS',
    });
    expect(received).toEqual([]);
  });

  test('reports a closed port', async () => {
    const { port, stop } = await startMailServer();
    await stop();
    expect(await testConnection(port)).toEqual({ outcome: 'unreachable', reason: 'UNREACHABLE' });
  });
});

describe('returned mail', () => {
  const report = Buffer.from(
    [
      'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
      '',
      '--b',
      'Content-Type: message/delivery-status',
      '',
      'Reporting-MTA: dns; mx.example',
      '',
      'Final-Recipient: rfc822; ana@cliente.example',
      'Action: failed',
      'Status: 5.1.1',
      '',
      '--b',
      'Content-Type: text/rfc822-headers',
      '',
      'Message-ID: <9b21@loja.example>',
      '',
      '--b--',
      '',
    ].join('\r\n'),
  );
  const secret = 'um-segredo-bem-comprido';
  const parseWebhook = (url: string, body = report, method: 'GET' | 'POST' = 'POST') =>
    provider.parseWebhook(
      {
        connectionId: 'c',
        storeId: 's',
        settings: { host: 'mail.loja.example' },
        credentials: { noticeSecret: secret },
      },
      { method, url, headers: {}, query: {}, body, now: 1_773_335_100_000 },
    );

  test('updates the address and the message', async () => {
    expect(await parseWebhook(`https://app.example/webhooks/c/${secret}`)).toEqual({
      outcome: 'parsed',
      updates: [
        {
          kind: 'bounce',
          id: 'bounce:<9b21@loja.example>:ana@cliente.example',
          address: 'ana@cliente.example',
          permanent: true,
          about: '<9b21@loja.example>',
          at: 1_773_335_100_000,
        },
        {
          kind: 'status',
          message: { providerId: '<9b21@loja.example>' },
          status: 'failed',
          reason: 'BOUNCED',
          at: 1_773_335_100_000,
        },
      ],
    });
  });

  test('without a message id is ignored, and without the secret is forged', async () => {
    const nameless = Buffer.from(report.toString().replace('Message-ID', 'X-Other'));
    expect(await parseWebhook(`https://app.example/webhooks/c/${secret}`, nameless)).toEqual({
      outcome: 'parsed',
      updates: [],
    });
    expect(await parseWebhook('https://app.example/webhooks/c/outro-segredo-comprido')).toEqual({
      outcome: 'invalid_signature',
    });
    expect(await parseWebhook(`https://app.example/webhooks/c/${secret}`, report, 'GET')).toEqual({
      outcome: 'invalid_signature',
    });
  });
});
