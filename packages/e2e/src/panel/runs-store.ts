import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { request } from '@playwright/test';
import { demo } from '../service.ts';
import { panelHeaders, signInByRequest } from './panel-page.ts';

const { baseUrl } = demo();

/** A second store of the demo store's owner, with a simulated WhatsApp phone. */
export type RunsStore = {
  storeId: string;
  /** The address of a page of this store's panel. */
  url: (path: string) => string;
  publish: (flow: object) => Promise<string>;
  /** Sends an event about a contact; `order`: the order number. */
  happen: (
    type: 'pix.generated' | 'boleto.generated' | 'payment.confirmed',
    order: string,
    name?: string,
  ) => Promise<void>;
  /** Sends a WhatsApp reply from the contact of an order. */
  reply: (order: string, text: string) => Promise<void>;
  /** Connects the phone to WhatsApp (`open`) or disconnects it (`close`). */
  setPhone: (state: 'open' | 'close') => Promise<void>;
  /** The number of messages that the phone has received. */
  sent: () => number;
  stop: () => Promise<void>;
};

const phoneOf = (order: string): string => `55119${order.padStart(8, '8')}`;

/** Creates the store with the requests of the panel: a CLI command takes seconds to start. */
export async function makeRunsStore(name: string): Promise<RunsStore> {
  const phone = await startPhone();
  const owner = await openOwner();
  const { storeId } = await owner.ask<{ storeId: string }>('POST', '/panel/api/stores', { name });
  const at = `/panel/api/stores/${storeId}`;
  const { key } = await owner.ask<{ key: string }>('POST', `${at}/keys`, { kind: 'secret' });
  await owner.ask('POST', `${at}/channels/whatsapp`, {
    provider: 'evolution',
    settings: { baseUrl: phone.url, instance: 'loja', buttons: true },
    credentials: { apiKey: 'uma-chave' },
    perMinute: null,
  });
  type Channel = { channel: string; connection: { webhook: { url: string } } };
  const { channels } = await owner.ask<{ channels: Channel[] }>('GET', `${at}/channels`);
  const webhook = channels.find(({ channel }) => channel === 'whatsapp')!.connection.webhook.url;
  return {
    storeId,
    url: (page) => `${baseUrl}/panel/${storeId}/${page}`,
    publish: async (flow) => {
      const source = { kind: 'text', text: JSON.stringify(flow), activate: true };
      const made = await owner.ask<{ automationId: string }>('POST', `${at}/automations`, { source });
      return made.automationId;
    },
    happen: (type, order, customer = 'Marina Souza') => happen(key, { type, order, customer }),
    reply: (order, text) => reply(webhook, order, text),
    setPhone: (state) => postWebhook(webhook, 'connection.update', { state }),
    sent: phone.sent,
    stop: async () => {
      phone.stop();
      await owner.leave();
    },
  };
}

type Owner = {
  ask: <Answer>(method: string, address: string, data?: object) => Promise<Answer>;
  leave: () => Promise<void>;
};

/** Signs in as the owner of the demo store, without a page. */
async function openOwner(): Promise<Owner> {
  const session = await request.newContext({ baseURL: baseUrl, extraHTTPHeaders: panelHeaders });
  const ask = async <Answer>(method: string, address: string, data?: object): Promise<Answer> => {
    const answer = await session.fetch(address, { method, ...(data && { data }) });
    if (!answer.ok()) throw new Error(`${method} ${address}: ${answer.status()} ${await answer.text()}`);
    return (await answer.json()) as Answer;
  };
  await signInByRequest(session);
  return { ask, leave: () => session.dispose() };
}

/** Sends an event with an API key, as a store’s own system does; waits when it is rate limited. */
async function happen(key: string, event: { type: string; order: string; customer: string }): Promise<void> {
  const { type, order, customer } = event;
  const paid = { order: { id: order } };
  const started = {
    payment: {
      pix: { payload: '00020126580014br.gov.bcb.pix0136' },
      boleto: { line: '34191790010104351004791020150008291070026000' },
    },
    order: { id: order, number: order, status: 'waiting', payment_method: 'pix', total: 18990 },
    customer: { name: customer, email: `pessoa${order}@exemplo.com.br`, phone: `+${phoneOf(order)}` },
  };
  const data = type === 'payment.confirmed' ? paid : started;
  const answer = await fetch(`${baseUrl}/stores/external/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: JSON.stringify({ id: `${type}-${order}`, type, occurred_at: new Date().toISOString(), data }),
  });
  if (answer.status === 429) {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    return happen(key, event);
  }
  if (answer.status !== 202) throw new Error(`${answer.status} ${await answer.text()}`);
}

/** Posts an inbound message as Evolution API does. */
async function reply(webhook: string, order: string, conversation: string): Promise<void> {
  const key = { remoteJid: `${phoneOf(order)}@s.whatsapp.net`, fromMe: false, id: `reply-${order}-${Date.now()}` };
  const data = { key, message: { conversation }, messageTimestamp: Math.floor(Date.now() / 1000) };
  await postWebhook(webhook, 'messages.upsert', data);
}

async function postWebhook(webhook: string, event: string, data: object): Promise<void> {
  const answer = await fetch(webhook, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ event, instance: 'loja', data }),
  });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
}

/** Starts a server that accepts messages as Evolution API does. */
async function startPhone(): Promise<{ url: string; sent: () => number; stop: () => void }> {
  let sent = 0;
  const server = http.createServer((request, response) => {
    request.resume().on('end', () => {
      const isMessage = request.method === 'POST' && request.url?.startsWith('/message/') === true;
      if (isMessage) sent++;
      const answer = isMessage
        ? { key: { remoteJid: 'x@s.whatsapp.net', fromMe: true, id: `sent-${sent}` }, status: 'PENDING' }
        : { instance: { instanceName: 'loja', state: 'open' } };
      response.writeHead(isMessage ? 201 : 200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, sent: () => sent, stop: () => void server.close() };
}
