// The outside world of the crash proof: takes messages over HTTP and records every call. It lives in the parent, so that it
// remembers what the killed ones have forgotten.
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { paths } from './settings.ts';

/** The channels: `whatsapp` makes one message of the same key twice, `sms` makes two. */
export type Kind = 'whatsapp' | 'sms';

/** What a worker posts. */
export type Posted = { readonly kind: Kind; readonly key: string };

/** What it is answered. */
export type ScriptedResult = { readonly outcome: 'sent' | 'refused' | 'later' };

/** The fake provider and the calls it received. */
export type FakeProvider = {
  readonly url: string;
  /** Key → how often it was called with it. */
  readonly calls: ReadonlyMap<string, number>;
  /** Key → how many messages a customer got. */
  readonly sends: ReadonlyMap<string, number>;
  stop(): Promise<void>;
};

/** Starts it. `onFirst` is called for each message a customer gets. */
export async function startFakeProvider(random: () => number, onSend: (key: string) => void): Promise<FakeProvider> {
  const calls = new Map<string, number>();
  const sends = new Map<string, number>();
  const take = ({ kind, key }: Posted): ScriptedResult => {
    const call = (calls.get(key) ?? 0) + 1;
    calls.set(key, call);
    const earlier = sends.get(key) ?? 0;
    if (earlier > 0 && kind === 'whatsapp') return { outcome: 'sent' };
    if (call === 1 && random() < 0.05) return { outcome: 'later' };
    const refused = key.includes(`:${paths.retried}#`) && !key.endsWith('#4') && random() < 0.4;
    if (refused) return { outcome: 'refused' };
    sends.set(key, earlier + 1);
    onSend(key);
    return { outcome: 'sent' };
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('error', () => {}); // its worker was killed in the middle of it
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const answer = take(JSON.parse(Buffer.concat(chunks).toString()) as Posted);
      // It counts from here on, even if its caller is gone.
      setTimeout(() => response.end(JSON.stringify(answer)), random() * 60);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, calls, sends, stop: () => stopServer(server) };
}

function stopServer(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
