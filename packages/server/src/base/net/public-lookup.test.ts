import { scrypt } from 'node:crypto';
import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import type { LookupAddress } from 'node:dns';
import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import { createPublicLookup } from './public-lookup.ts';

const sockets: Socket[] = [];
afterEach(() => sockets.splice(0).forEach((socket) => socket.close()));

/** A name server that passes each query to `receive`. */
async function nameServer(receive: (question: Buffer, from: RemoteInfo, socket: Socket) => void): Promise<string> {
  const socket = createSocket('udp4');
  sockets.push(socket);
  socket.on('message', (question, from) => receive(question, from, socket));
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return `127.0.0.1:${socket.address().port}`;
}

/** The response of a name server that knows these IPv4 addresses. */
function response(question: Buffer, addresses: readonly string[]): Buffer {
  const end = question.indexOf(0, 12) + 5; // the name ends with a zero byte; type and class follow
  const isA = question.readUInt16BE(end - 4) === 1;
  const answers = isA ? addresses : [];
  const head = Buffer.from(question.subarray(0, 12));
  head.writeUInt16BE(0x8180, 2);
  head.writeUInt16BE(answers.length, 6);
  head.writeUInt16BE(0, 10);
  const records = answers.map((address) =>
    Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...address.split('.').map(Number)]),
  );
  return Buffer.concat([head, question.subarray(12, end), ...records]);
}

type Found = { code: string | undefined; addresses: readonly string[] };

const look = (lookup: ReturnType<typeof createPublicLookup>, name: string): Promise<Found> =>
  new Promise((resolve) => {
    lookup(name, { all: true }, (error, found) => {
      const addresses = error ? [] : (found as LookupAddress[]).map(({ address }) => address);
      resolve({ code: error?.code, addresses });
    });
  });

test('[CHK22] only public addresses of a name server’s response are used', async () => {
  const known: Record<number, string[]> = { 1: ['10.0.0.1', '93.184.216.34'], 2: ['10.0.0.1'], 3: [] };
  const servers = [
    await nameServer((question, { port }, socket) =>
      socket.send(response(question, known[question[12]!] ?? []), port, '127.0.0.1'),
    ),
  ];
  const lookup = createPublicLookup({ servers, limitMs: 60_000 });
  expect(await look(lookup, 'a.example')).toEqual({ code: undefined, addresses: ['93.184.216.34'] });
  expect(await look(lookup, 'aa.example')).toEqual({ code: 'PRIVATE_ADDRESS', addresses: [] });
  expect(await look(lookup, 'aaa.example')).toEqual({ code: 'ENOTFOUND', addresses: [] });
  expect(await look(lookup, 'localhost')).toEqual({ code: 'PRIVATE_ADDRESS', addresses: [] });
});

test('[CHK22] lookups with a silent name server do not delay password hashing', async () => {
  // The server answers only when the password is hashed, which therefore needs nothing that a lookup holds.
  let isHashed = false;
  const held: (() => void)[] = [];
  const servers = [
    await nameServer((question, { port }, socket) => {
      const send = (): void => socket.send(response(question, []), port, '127.0.0.1');
      if (isHashed) send();
      else held.push(send);
    }),
  ];
  const lookup = createPublicLookup({ servers, limitMs: 60_000 });
  const order: string[] = [];
  const lookups = Array.from({ length: 32 }, async (_, index) => {
    const found = await look(lookup, `x${index}.example`);
    order.push('name');
    return found;
  });
  await new Promise<void>((resolve) => {
    scrypt('senha', 'sal', 32, () => {
      order.push('password');
      resolve();
    });
  });
  expect(order).toEqual(['password']);
  await expect.poll(() => held.length).toBeGreaterThanOrEqual(32);
  isHashed = true;
  for (const send of held) send();
  for (const found of await Promise.all(lookups)) expect(found.code).toBe('ENOTFOUND');
});
