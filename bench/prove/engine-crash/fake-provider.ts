// The provider of the crash proof: accepts messages over HTTP and records every call. It runs in the parent process, so that its records
// survive killed workers.
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { paths } from './settings.ts';

/** The channels. `whatsapp` deduplicates messages by key, `sms` does not. */
export type Kind = 'whatsapp' | 'sms';

/** A request of a worker. */
export type Posted = { readonly kind: Kind; readonly key: string };

/** The provider's response. */
export type ScriptedResult = { readonly outcome: 'sent' | 'refused' | 'later' };

/** The fake provider and the calls it received. */
export type FakeProvider = {
  readonly url: string;
  /** Key → the number of calls with it. */
  readonly calls: ReadonlyMap<string, number>;
  /** Key → the number of messages the customer received. */
  readonly sends: ReadonlyMap<string, number>;
  stop(): Promise<void>;
};

/** Starts the provider. `onSend` is called for each message that a customer receives. */
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
    request.on('error', () => {}); // the calling worker was killed during the request
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const answer = take(JSON.parse(Buffer.concat(chunks).toString()) as Posted);
      // The message counts as sent from here on, even if the calling process was killed.
      setTimeout(() => response.end(JSON.stringify(answer)), random() * 60);
    });
  });
  // A worker that pauses must not find its connection closed.
  server.keepAliveTimeout = 0;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, calls, sends, stop: () => stopServer(server) };
}

function stopServer(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
