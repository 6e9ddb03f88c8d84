// One worker process of the proof: the sender of `retoma work`. Its clock is ahead by what the parent sends.
import { openPool } from '../../../packages/server/src/base/postgres/pool.ts';
import { credentialsKey } from '../../../packages/server/src/base/crypto/seal.ts';
import { openLog } from '../../../packages/server/src/base/log/log.ts';
import { openOutgoing } from '../../../packages/server/src/base/net/http-client.ts';
import { webhookSender } from '../../../packages/server/src/shop/webhooks/delivery/webhook-sender.ts';
import { secret } from './settings.ts';

const { DATABASE_URL, AHEAD, TIMEOUT } = process.env;
let ahead = Number(AHEAD);
const db = openPool(DATABASE_URL!, 2, () => {});
const sender = webhookSender({
  db,
  clock: () => Date.now() + ahead,
  log: openLog(process.env['PROVE_DEBUG'] ? 'error' : 'silent'),
  credentialsKey: credentialsKey(secret),
  callOut: openOutgoing({ allowPrivate: true }),
  random: Math.random,
  observe: () => {},
  ...(TIMEOUT !== undefined && { timeoutMs: Number(TIMEOUT) }),
});
process.on('message', (message) => (ahead = Number(message)));
process.once('disconnect', () => {
  void sender.stop().then(() => db.end());
});
sender.start();
process.send!('ready');
