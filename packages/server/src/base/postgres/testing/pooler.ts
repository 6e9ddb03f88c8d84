// A connection pooler in PostgreSQL's protocol, as PgBouncer speaks it. In the mode `transaction` a client has a server connection for each
// transaction, in the mode `session` for its life. Server connections are reused last in, first out.
import { once } from 'node:events';
import net, { type AddressInfo, type Socket } from 'node:net';
import { Client } from 'pg';

/**
 * How a pooler treats its clients. `refuses`: a client that asks for settings; otherwise the settings are dropped. `refusedStatement`: one that
 * it does not allow.
 */
export type PoolerMode = {
  readonly mode: 'transaction' | 'session';
  readonly refuses: boolean;
  readonly refusedStatement?: string;
};

/** A running pooler. `url` connects through it. */
export type Pooler = { readonly url: string; readonly close: () => void };

/** Starts a pooler in front of the database of `url`, whose server trusts its clients. */
export async function startPooler(url: string, { mode, refuses, refusedStatement }: PoolerMode): Promise<Pooler> {
  const { user, database, host, port } = new Client(url);
  const sockets = new Set<Socket>();
  const idle: ServerConnection[] = [];
  const track = (socket: Socket): Socket => {
    sockets.add(socket.on('error', () => {}));
    return socket;
  };
  const openServer = (): ServerConnection =>
    new ServerConnection(
      track(host.startsWith('/') ? net.connect(`${host}/.s.PGSQL.${port}`) : net.connect(port, host)),
      startup({ user: user!, database: database! }),
    );
  const server = net.createServer((client) => {
    track(client);
    let assigned: ServerConnection | undefined;
    let isStarted = false;
    const acquire = async (): Promise<ServerConnection> => {
      if (assigned) return assigned;
      const one = idle.pop() ?? openServer();
      assigned = one;
      await one.ready;
      one.onMessage = (message) => {
        client.write(message);
        if (mode === 'session' || !isIdle(message)) return;
        one.onMessage = undefined;
        assigned = undefined;
        idle.push(one);
      };
      return one;
    };
    let sent = Promise.resolve();
    const frames = new Frames((frame) => {
      if (!isStarted) {
        isStarted = true;
        if (refuses && frame.includes('options\0'))
          return void client.end(error('unsupported startup parameter: options'));
        return void client.write(greeting);
      }
      if (frame[0] === letter('X')) return;
      if (refusedStatement !== undefined && frame.includes(refusedStatement))
        return void client.write(Buffer.concat([error(`${refusedStatement} is not allowed`), ready]));
      sent = sent.then(async () => void (await acquire()).socket.write(frame));
    }, true);
    client.on('data', (bytes: Buffer) => frames.push(bytes));
    client.on('close', () => assigned?.socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `postgresql://${user}@127.0.0.1:${(server.address() as AddressInfo).port}/${database}`,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** A connection of the pooler to PostgreSQL. Its messages before it is ready are for no client. */
class ServerConnection {
  readonly ready: Promise<void>;
  readonly socket: Socket;
  onMessage: ((message: Buffer) => void) | undefined;

  constructor(socket: Socket, start: Buffer) {
    this.socket = socket;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.ready = promise;
    const frames = new Frames((frame) => {
      if (this.onMessage) this.onMessage(frame);
      else if (isIdle(frame)) resolve();
    });
    socket.on('data', (bytes: Buffer) => frames.push(bytes));
    socket.write(start);
  }
}

/** Cuts a stream into messages. `isUntyped`: the first one has no letter. */
class Frames {
  readonly #onFrame: (frame: Buffer) => void;
  #isUntyped: boolean;
  #rest = Buffer.alloc(0);

  constructor(onFrame: (frame: Buffer) => void, isUntyped = false) {
    this.#onFrame = onFrame;
    this.#isUntyped = isUntyped;
  }

  push(bytes: Buffer): void {
    this.#rest = Buffer.concat([this.#rest, bytes]);
    for (;;) {
      const head = this.#isUntyped ? 0 : 1;
      if (this.#rest.length < head + 4) return;
      const size = head + this.#rest.readInt32BE(head);
      if (this.#rest.length < size) return;
      const frame = this.#rest.subarray(0, size);
      this.#rest = this.#rest.subarray(size);
      this.#isUntyped = false;
      this.#onFrame(frame);
    }
  }
}

const letter = (character: string): number => character.charCodeAt(0);

/** Whether a message is ReadyForQuery outside a transaction. */
const isIdle = (message: Buffer): boolean => message[0] === letter('Z') && message[5] === letter('I');

function message(type: string, ...fields: readonly Buffer[]): Buffer {
  const body = Buffer.concat(fields);
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

const int32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
};

const startup = (parameters: Readonly<Record<string, string>>): Buffer => {
  const texts = Object.entries(parameters).flatMap(([name, value]) => [name, value]);
  return message('?', int32(196_608), Buffer.from(`${texts.join('\0')}\0\0`)).subarray(1);
};

const ready = message('Z', Buffer.from('I'));

const greeting = Buffer.concat([
  message('R', int32(0)),
  message('S', Buffer.from('server_version\x0018.0\0')),
  message('K', int32(1), int32(1)),
  ready,
]);

const error = (text: string): Buffer => message('E', Buffer.from(`SFATAL\0VFATAL\0C08P01\0M${text}\0\0`));
