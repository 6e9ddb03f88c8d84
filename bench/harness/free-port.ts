import { createServer, type AddressInfo } from 'node:net';

/** A free port of this machine, for a server that must use the same port after a restart. */
export const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
