import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { constraintOf, isUnavailable, openPool, type Database } from './pool.ts';
import { inTransaction } from './transaction.ts';

/** A message of PostgreSQL's protocol: its type, its length and its body. */
function message(kind: string, body: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(kind), length, body]);
}

const authenticated = message('R', Buffer.alloc(4));
const ready = message('Z', Buffer.from('I'));
const goodbye = message(
  'E',
  Buffer.from('SFATAL\0C57P01\0Mterminating connection due to unexpected postmaster exit\0\0'),
);

// A PostgreSQL that is killed as it accepts a connection: its ready message and its shutdown message come in one packet.
let server: net.Server;
let db: Database;
beforeEach(async () => {
  server = net.createServer((socket) => {
    socket.once('data', () => socket.end(Buffer.concat([authenticated, ready, goodbye])));
    socket.on('error', () => {});
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  db = openPool(`postgresql://nobody@127.0.0.1:${port}/nothing`, 1, () => {});
});
afterEach(async () => {
  await db.end();
  server.close();
});

test('[CHK9] a connection that breaks at checkout fails its statement, and does not end the process', async () => {
  await expect(db.query('select 1')).rejects.toThrow();
});

test('[CHK9] a connection that breaks at checkout fails its transaction, and does not end the process', async () => {
  await expect(inTransaction(db, (client) => client.query('select 1'))).rejects.toThrow();
});

test('[CHK26] a server that vanishes while it is checked fails the statement, and does not end the process', async () => {
  const vanishing = net.createServer((socket) => {
    socket.once('data', () => {
      socket.write(Buffer.concat([authenticated, ready]));
      socket.once('data', () => socket.destroy());
    });
    socket.on('error', () => {});
  });
  vanishing.listen(0, '127.0.0.1');
  await once(vanishing, 'listening');
  const { port } = vanishing.address() as AddressInfo;
  const ofPrimary = openPool(`postgresql://nobody@127.0.0.1:${port}/nothing?target_session_attrs=primary`, 1, () => {});
  await expect(ofPrimary.query('select 1')).rejects.toThrow();
  await ofPrimary.end();
  vanishing.close();
});

test.each([
  ['EPIPE', true],
  ['ECONNRESET', true],
  ['57P01', true],
  ['40001', true],
  ['23505', false],
  ['42P01', false],
])('[CHK9] an error with the code %s means that the database is away: %s', (code, isAway) => {
  expect(isUnavailable(Object.assign(new Error(code), { code }))).toBe(isAway);
});

test.each([
  [{ constraint: 'coupons_code_once' }, 'coupons_code_once'],
  [{ constraint: 'coupons_code_once_102016' }, 'coupons_code_once'],
  [{}, undefined],
  [null, undefined],
])('the constraint that %j names, also on a node of Citus', (error, wanted) => {
  expect(constraintOf(error)).toBe(wanted);
});
