import { once } from 'node:events';
import net, { type AddressInfo, type Socket } from 'node:net';
import { Client } from 'pg';
import { withTestTimeout } from '../../../testing/with-test-timeout.ts';

/** A proxy to a database that can drop traffic. `url` connects through it. */
export type Cable = {
  readonly url: string;
  /** Silently drops all traffic of the open connections from here on; new ones work. */
  readonly cut: () => void;
  /** Leads new connections to the database at another URL. */
  readonly redirect: (url: string) => void;
  readonly remove: () => void;
};

/** Starts a proxy to the database at `url`. */
export async function layCable(url: string): Promise<Cable> {
  let target = new Client(url);
  const { user, database } = target;
  const sockets = new Set<Socket>();
  const server = net.createServer((near) => {
    const { host, port } = target;
    const far = host.startsWith('/') ? net.connect(`${host}/.s.PGSQL.${port}`) : net.connect(port, host);
    near.pipe(far).pipe(near);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.once('close', () => sockets.delete(socket));
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: withTestTimeout(`postgresql://${user}@127.0.0.1:${(server.address() as AddressInfo).port}/${database}`),
    cut: () => sockets.forEach((socket) => socket.unpipe().pause()),
    redirect: (url) => void (target = new Client(url)),
    remove() {
      sockets.forEach((socket) => socket.destroy());
      server.close();
    },
  };
}
