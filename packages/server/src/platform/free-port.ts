import { createServer, type AddressInfo } from 'node:net';

/** A free port of this machine, for a server that must use the same port after a restart. Fails if this machine has no port to give. */
export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
