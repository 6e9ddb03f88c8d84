import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * A free port of this machine, for a server that must use the same port after a restart. It is below those that a system gives to a server
 * which asks for any port, so no other process gets it meanwhile.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; ; tries++) {
    const port = randomInt(20_000, 32_000);
    if (await isFree(port)) return port;
    if (tries === 100) throw new Error('no free port found');
  }
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
