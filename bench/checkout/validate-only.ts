// Our own service without the insert: its throughput is the upper bound if the database cost nothing.
import type { AddressInfo } from 'node:net';
import { readConfig } from '../../packages/server/src/base/config/config.ts';
import { openContext } from '../../packages/server/src/context.ts';
import { createApp } from '../../packages/server/src/app/http/app.ts';
import { openLog } from '../../packages/server/src/base/log/log.ts';

const config = readConfig(process.env);
const context = openContext({
  config,
  connectionString: config.databaseUrl!,
  secret: config.secret!,
  baseUrl: 'http://127.0.0.1',
  log: openLog(config.logLevel),
});
context.insert = () => Promise.resolve();
const app = createApp(context);
await app.listen({ port: 0, host: '127.0.0.1' });
process.stdout.write(`${JSON.stringify({ port: (app.server.address() as AddressInfo).port })}\n`);
process.once('SIGTERM', () => process.exit(0));
