import { createServer, type AddressInfo } from 'node:net';

/** A free port of this machine: for a server that must listen on the same one again. */
export const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
