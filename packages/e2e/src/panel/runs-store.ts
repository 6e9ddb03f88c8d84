import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { demo, retoma, retomaAsync } from '../service.ts';

const { baseUrl, demo: store } = demo();

/** A store of its own that the owner of the demo store runs too, with a phone that answers. */
export type RunsStore = {
  storeId: string;
  /** The address of a page of its panel. */
  url: (path: string) => string;
  publish: (flow: object) => string;
  /** Tells of an event about a person; `order`: its number. */
  happen: (
    type: 'pix.generated' | 'boleto.generated' | 'payment.confirmed',
    order: string,
    name?: string,
  ) => Promise<void>;
  /** The person of an order answers on WhatsApp. */
  reply: (order: string, text: string) => Promise<void>;
  /** The phone loses its connection to WhatsApp, or has it again. */
  setPhone: (state: 'open' | 'close') => Promise<void>;
  /** How many messages the phone was given. */
  sent: () => number;
  stop: () => void;
};

type Made = { storeId: string; key: string; webhookPath: string; automationId: string };

/** What a command answers. */
const made = (...args: string[]): Made => JSON.parse(retoma(...args, '--json')) as Made;
const phoneOf = (order: string): string => `55119${order.padStart(8, '8')}`;

/** Makes it. */
export async function makeRunsStore(name: string): Promise<RunsStore> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'retoma-runs-'));
  const write = (file: string, content: object): string => {
    const to = path.join(folder, file);
    writeFileSync(to, JSON.stringify(content));
    return to;
  };
  const phone = await startPhone();
  const { storeId } = made('store', 'create', '--name', name);
  const { key } = made('key', 'create', '--store', storeId, '--kind', 'secret');
  retoma('user', 'grant', '--email', store.user.email, '--store', storeId, '--role', 'owner');
  const settings = write('settings.json', { baseUrl: phone.url, instance: 'loja' });
  const credentials = write('credentials.json', { apiKey: 'uma-chave' });
  const whatsapp = ['--store', storeId, '--channel', 'whatsapp', '--provider', 'evolution'];
  const told = ['--settings', settings, '--credentials', credentials];
  // The phone answers in this process: it must not be blocked.
  const connected = await retomaAsync('connection', 'set', ...whatsapp, ...told, '--json');
  const { webhookPath } = JSON.parse(connected) as Made;
  return {
    storeId,
    url: (at) => `${baseUrl}/panel/${storeId}/${at}`,
    publish: (flow) =>
      made('automation', 'import', write('flow.json', flow), '--store', storeId, '--publish').automationId,
    happen: (type, order, who = 'Marina Souza') => happen(key, { type, order, who }),
    reply: (order, text) => reply(webhookPath, order, text),
    setPhone: (state) => notice(webhookPath, 'connection.update', { state }),
    sent: phone.sent,
    stop: () => {
      phone.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** As a store's own system tells of an event; one that is told too much waits. */
async function happen(key: string, event: { type: string; order: string; who: string }): Promise<void> {
  const { type, order, who } = event;
  const paid = { order: { id: order } };
  const begun = {
    payment: {
      pix: { payload: '00020126580014br.gov.bcb.pix0136' },
      boleto: { line: '34191790010104351004791020150008291070026000' },
    },
    order: { id: order, number: order, status: 'waiting', payment_method: 'pix', total: 18990 },
    customer: { name: who, email: `pessoa${order}@exemplo.com.br`, phone: `+${phoneOf(order)}` },
  };
  const data = type === 'payment.confirmed' ? paid : begun;
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

/** As Evolution API tells of a message that came in. */
async function reply(webhookPath: string, order: string, conversation: string): Promise<void> {
  const key = { remoteJid: `${phoneOf(order)}@s.whatsapp.net`, fromMe: false, id: `reply-${order}-${Date.now()}` };
  const data = { key, message: { conversation }, messageTimestamp: Math.floor(Date.now() / 1000) };
  await notice(webhookPath, 'messages.upsert', data);
}

async function notice(webhookPath: string, event: string, data: object): Promise<void> {
  const answer = await fetch(baseUrl + webhookPath, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ event, instance: 'loja', data }),
  });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
}

/** Takes messages as Evolution API does. */
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
