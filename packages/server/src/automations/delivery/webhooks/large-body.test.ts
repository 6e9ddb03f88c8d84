import { EventEmitter } from 'node:events';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { account } from '../../../providers/channels/whatsapp/evolution/testing/account.ts';
import { startEvolution } from '../../../providers/channels/whatsapp/evolution/testing/evolution-server.ts';
import type { LocalGateway } from '../../../providers/channels/testing/local-gateway.ts';
import { admitLargeBodies } from './large-body.ts';
import { startChannelService, type ChannelService } from './testing/channel-service.ts';

const mebibyte = 1024 * 1024;
let service: ChannelService;
let gateway: LocalGateway;
let path: string;
let connectionId: string;
beforeAll(async () => {
  [service, gateway] = await Promise.all([startChannelService(), startEvolution()]);
  const settings = { ...account.settings, baseUrl: gateway.url };
  const connected = await service.connect('whatsapp', 'evolution', { settings, credentials: account.credentials });
  path = connected.notices!.path;
  ({ connectionId } = connected);
});
afterAll(() => Promise.all([service.stop(), gateway.stop()]));

let count = 0;
/** A received picture with a caption, as Evolution API sends it with "Webhook Base64" on. */
const picture = (bytes: number): string =>
  JSON.stringify({
    event: 'messages.upsert',
    data: {
      key: { remoteJid: '5511987654321@s.whatsapp.net', fromMe: false, id: `IN-${count++}` },
      message: { imageMessage: { caption: 'paguei' }, base64: 'A'.repeat(bytes) },
      messageTimestamp: Math.floor(service.context.clock() / 1000),
    },
  });
const post = async (body: string | ReadableStream, to = path): Promise<number> =>
  (
    await fetch(service.baseUrl + to, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      ...(body instanceof ReadableStream && { duplex: 'half' }),
    })
  ).status;
const received = (): Promise<number> => service.count('inbound_messages');

test('[RUN8] a picture in a webhook counts as a reply, also if the webhook names its length only at the end', async () => {
  const before = await received();
  expect(await post(picture(3 * mebibyte))).toBe(200);
  expect(await post(picture(8 * mebibyte))).toBe(200);
  expect(await post(new Blob([picture(4 * mebibyte)]).stream())).toBe(200);
  expect(await received()).toBe(before + 3);
});

test('[CHK9] a large webhook without the connection’s secret is refused before it is read', async () => {
  const before = await received();
  const other = path.replace(/[^/]+$/, 'segredo-de-outra-loja');
  const plain = path.replace(/\/[^/]+$/, '');
  expect([await post(picture(4 * mebibyte), other), await post(picture(4 * mebibyte), plain)]).toEqual([413, 413]);
  expect(await post(new Blob([picture(4 * mebibyte)]).stream(), other)).toBe(401);
  expect(await post(picture(17 * mebibyte))).toBe(413);
  expect(await received()).toBe(before);
});

test('[CHK9] four large webhooks are read at once; a further one is admitted when one of them has ended', async () => {
  const admit = admitLargeBodies(service.context);
  const ask = async () => {
    const raw = new EventEmitter();
    const sent: number[] = [];
    const reply = { raw, header: () => reply, code: (code: number) => (sent.push(code), reply), send: () => reply };
    const request = {
      headers: { 'content-length': String(5 * mebibyte) },
      params: { connectionId },
      url: path,
      ip: '192.0.2.1',
      raw: { socket: { destroyed: false } },
    };
    await admit(
      request as unknown as FastifyRequest<{ Params: { connectionId: string } }>,
      reply as unknown as FastifyReply,
    );
    return { sent, end: () => raw.emit('close') };
  };
  const [first, ...others] = [await ask(), await ask(), await ask(), await ask()];
  expect([first, ...others].flatMap(({ sent }) => sent)).toEqual([]);
  expect((await ask()).sent).toEqual([429]);
  first.end();
  expect((await ask()).sent).toEqual([]);
  expect((await ask()).sent).toEqual([429]);
});

test('[RUN8] the name of an event or a slash after the secret is accepted, and nothing else', async () => {
  const before = await received();
  for (const event of ['messages-upsert', 'send-message-update', ''])
    expect(await post(picture(1), `${path}/${event}`)).toBe(200);
  expect(await received()).toBe(before + 3);
  const [id, secret] = [path.replace(/\/[^/]+$/, ''), path.split('/').at(-1)!];
  for (const wrong of [
    `${id}/outro-segredo-de-loja/messages-upsert`,
    `${id}/messages-upsert/outro-segredo`,
    `${path}/1`,
  ])
    expect([wrong, await post(picture(1), wrong)]).toEqual([wrong, 401]);
  expect(await post(picture(1), `${id}/x/${secret}/messages-upsert`)).toBe(404);
  expect(await received()).toBe(before + 3);
});
