import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import PostalMime, { type Email } from 'postal-mime';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openProvider } from '../../../providers/channels/provider.ts';
import { smtp } from '../../../providers/channels/email/smtp/index.ts';
import { openEmailDeps, type EmailDeps } from '../../../providers/channels/email/transport/send-mail.ts';
import {
  startMailServer,
  testAuthority,
  type TestMailServer,
} from '../../../providers/channels/email/testing/mail-server.ts';
import { marksKey, messageMarks } from '../../../base/links/tracking-links.ts';
import { openOutgoing } from '../../../base/net/http-client.ts';
import { minute } from '../../../testing/engine-reading.ts';
import { ana, startTestEngine, type TestEngine } from '../../../testing/test-engine.ts';
import { addFollowLink } from './follow-link.ts';
import { addOpenPixel } from './open-pixel.ts';

const key = marksKey('a secret for tests of thirty-two characters');
const person = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/145.0.0.0 Mobile Safari/537.36';

let engine: TestEngine;
let mail: TestMailServer;
let email: EmailDeps;
let app: FastifyInstance;
let baseUrl: string;
let connectionId: string;
let pauses: (() => void)[];
let trusting: boolean;

beforeEach(async () => {
  [engine, mail] = await Promise.all([startTestEngine(), startMailServer()]);
  email = openEmailDeps({
    callOut: openOutgoing({ allowPrivate: true }),
    allowPrivate: true,
    ca: testAuthority,
    clock: engine.now,
  });
  pauses = [];
  trusting = false;
  app = Fastify();
  const parts = { ...engine.engine, marksKey: key };
  addOpenPixel(app, parts);
  addFollowLink(app, parts, (handOn) => pauses.push(handOn));
  await app.listen({ host: '127.0.0.1', port: 0 });
  baseUrl = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const { rows } = await engine.db.query<{ id: string }>(
    `select connection_id as id from connections where store_id = $1 and channel = 'email'`,
    [engine.storeId],
  );
  connectionId = rows[0]!.id;
  const provider = openProvider(smtp, { email });
  engine.script.deliver = (delivery) => {
    const at = delivery.key.indexOf(':');
    const [runId, message] = [delivery.key.slice(0, at), delivery.key.slice(at + 1)];
    const marks = messageMarks(key, baseUrl, { connectionId, runId, message, sentAt: engine.now(), trusting });
    const settings = { host: 'localhost', port: mail.port };
    const unsubscribe = `${baseUrl}/u/TOKEN`;
    return provider.send({ ...delivery, settings, marks: { ...marks, unsubscribe } }, new AbortController().signal);
  };
});
afterEach(async () => {
  await app.close();
  email.sessions.close();
  await Promise.all([engine.stop(), mail.stop()]);
});

const step = (subject: string, more: object = {}) => ({
  type: 'action' as const,
  name: 'send_email' as const,
  data: {
    remetente_nome: 'Loja',
    remetente_email: 'contato@loja.example',
    subject,
    html: '<p>Oi <a href="https://loja.example/1?a=1&amp;b=2">1</a><a href="https://loja.example/2">2</a><a href="https://loja.example/3">3</a></p>',
  },
  ...more,
});

/** Sends an e-mail that waits for an open and a click, and reads it as received. */
async function begin(): Promise<{ links: string[]; pixel: string }> {
  const handlers = { onOpen: [step('Abriu')], onClickLink: [step('Clicou')] };
  await engine.publish({ steps: [step('Primeiro', handlers)] });
  await engine.happen({ type: 'pix.generated', data: { customer: ana } });
  await engine.settle();
  const html = (await arrived())[0]!.html!;
  const links = [...html.matchAll(/href="([^"]+)"/g)].map(([, address]) => address!);
  return { links, pixel: /<img src="([^"]+)"/.exec(html)![1]! };
}
const arrived = (): Promise<Email[]> => Promise.all(mail.received.map(({ raw }) => PostalMime.parse(raw)));
async function subjects(): Promise<(string | undefined)[]> {
  await engine.settle();
  return (await arrived()).map(({ subject }) => subject);
}
const visit = (address: string, userAgent = person, method = 'GET'): Promise<Response> =>
  fetch(address, { method, redirect: 'manual', headers: { 'user-agent': userAgent } });
const kinds = async (): Promise<string[]> =>
  (await engine.db.query<{ kind: string }>('select kind from inbound_messages order by kind')).rows.map(
    ({ kind }) => kind,
  );
async function handOn(): Promise<void> {
  for (const ready of pauses.splice(0)) ready();
  await expect.poll(kinds, { interval: 20 }).not.toEqual([]);
}

describe('opens and clicks of an e-mail', () => {
  test('[RUN8] an open: event, e-mail over SMTP, picture, onOpen; the second changes nothing', async () => {
    const { pixel } = await begin();
    engine.pass(minute);
    const answer = await visit(pixel);
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      200,
      'image/gif',
      'no-store, private',
    ]);
    expect(
      Buffer.from(await answer.arrayBuffer())
        .subarray(0, 6)
        .toString(),
    ).toBe('GIF89a');
    await visit(pixel);
    expect(await subjects()).toEqual(['Primeiro', 'Abriu']);
    expect(await kinds()).toEqual(['open']);
  });

  test('[RUN8] a click redirects at once, and resumes the run when its window is over', async () => {
    const { links } = await begin();
    engine.pass(minute);
    const answer = await visit(links[0]!);
    expect([answer.status, answer.headers.get('location')]).toEqual([302, 'https://loja.example/1?a=1&b=2']);
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    expect(await subjects()).toEqual(['Primeiro']);
    await handOn();
    expect(await subjects()).toEqual(['Primeiro', 'Clicou']);
  });

  test('waiting clicks are recorded when the process ends', async () => {
    const { links } = await begin();
    engine.pass(minute);
    await visit(links[1]!);
    await app.close();
    expect(await kinds()).toEqual(['click']);
    expect(await subjects()).toEqual(['Primeiro', 'Clicou']);
  });

  test('three links of one message at once count as a machine', async () => {
    const { links } = await begin();
    engine.pass(minute);
    await Promise.all(links.map((link) => visit(link)));
    await app.close();
    await expect.poll(kinds).toEqual(['bot_click', 'bot_click', 'bot_click']);
    expect(await subjects()).toEqual(['Primeiro']);
  });

  test('two links, and one of them twice, count as a person', async () => {
    const { links } = await begin();
    engine.pass(minute);
    for (const link of [links[0]!, links[1]!, links[0]!]) await visit(link);
    await app.close();
    await expect.poll(kinds).toEqual(['click', 'click']);
    expect(await subjects()).toEqual(['Primeiro', 'Clicou']);
  });

  test('a machine’s opens and clicks are recorded and resume no run; a person’s later ones do', async () => {
    const { links, pixel } = await begin();
    await visit(pixel);
    engine.pass(minute);
    await visit(pixel, 'Mozilla/5.0');
    await visit(links[0]!, 'Barracuda Sentinel (EE)');
    await expect.poll(kinds).toEqual(['bot_click', 'bot_open', 'bot_open']);
    expect(await subjects()).toEqual(['Primeiro']);
    await visit(pixel);
    expect(await subjects()).toEqual(['Primeiro', 'Abriu']);
  });

  test('[RUN8] links followed when the e-mail arrives are a scanner’s, though its browser has a name; a later click counts', async () => {
    const { links } = await begin();
    engine.pass(12_000);
    await visit(links[0]!);
    engine.pass(3_000);
    expect((await visit(links[1]!)).status).toBe(302);
    await handOn();
    await expect.poll(kinds).toEqual(['bot_click', 'bot_click']);
    expect(await subjects()).toEqual(['Primeiro']);
    engine.pass(minute);
    await visit(links[0]!);
    await handOn();
    await expect.poll(kinds).toContain('click');
    expect(await subjects()).toEqual(['Primeiro', 'Clicou']);
  });

  test.each([
    ['a person, before the click', person, 0],
    ['a person, whose pictures come after the click', person, 1],
    ['a mailbox that fetches the pictures first', 'Mozilla/5.0', 0],
  ])('[RUN8] an early click in an e-mail that was opened counts: %s', async (_, userAgent, at) => {
    const { links, pixel } = await begin();
    engine.pass(20_000);
    if (at === 0) await visit(pixel, userAgent);
    await visit(links[0]!);
    if (at === 1) await visit(pixel, userAgent);
    await handOn();
    await expect.poll(kinds).toContain('click');
    expect(await subjects()).toContain('Clicou');
  });

  test('a store that counts machines counts them as persons', async () => {
    trusting = true;
    const { pixel, links } = await begin();
    await visit(pixel, 'Mozilla/5.0');
    await Promise.all(links.map((link) => visit(link, 'curl/8')));
    await expect.poll(kinds).toEqual(['click', 'click', 'click', 'open']);
    expect(new Set(await subjects())).toEqual(new Set(['Abriu', 'Clicou', 'Primeiro']));
  });

  test('HEAD redirects and does not count', async () => {
    const { links, pixel } = await begin();
    engine.pass(minute);
    const [link, picture] = await Promise.all([visit(links[0]!, person, 'HEAD'), visit(pixel, person, 'HEAD')]);
    expect([link.status, link.headers.get('location'), picture.status]).toEqual([
      302,
      'https://loja.example/1?a=1&b=2',
      200,
    ]);
    await app.close();
    expect(await kinds()).toEqual([]);
  });

  test('an invalid token redirects nowhere, whatever the query contains', async () => {
    const { links, pixel } = await begin();
    const forged = [
      `${baseUrl}/c/x?url=https://mau.example/`,
      `${links[0]!.slice(0, -4)}AAAA`,
      pixel.replace('/o/', '/c/'),
    ];
    for (const address of forged) {
      const answer = await visit(address);
      expect([answer.status, answer.headers.get('location')]).toEqual([404, null]);
    }
    expect((await visit(`${baseUrl}/o/x.gif`)).status).toBe(200);
    await app.close();
    expect(await kinds()).toEqual([]);
  });
});
