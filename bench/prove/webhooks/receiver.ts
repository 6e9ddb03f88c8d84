// One receiver process of the proof: checks the signature of every delivery and writes it down before it answers. It fails three of ten, and answers a few
// after the sender has given up. It may be killed at any moment: what it has written stays.
import { appendFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { randomFrom } from '../../../packages/server/src/automations/engine/proofs/testing/random.ts';
import { lateEvery, lateMs, type ProofData, type Receipt } from './settings.ts';

const { PORT, LOG, SECRETS, SEED } = process.env;
const verifiers = new Map(
  Object.entries(JSON.parse(SECRETS!) as Record<string, string>).map(([path, secret]) => [path, new Webhook(secret)]),
);
const random = randomFrom(Number(SEED));

/** The library's `verify` compares the timestamp with the clock of this machine, which the sender's is ahead of. */
function verified(path: string, body: string, headers: Record<string, string>): boolean {
  const at = new Date(Number(headers['webhook-timestamp']) * 1000);
  return headers['webhook-signature'] === verifiers.get(path)!.sign(headers['webhook-id']!, at, body);
}

const server = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  const respond = async (): Promise<void> => {
    const body = Buffer.concat(parts).toString();
    const headers = request.headers as Record<string, string>;
    const { order } = (JSON.parse(body) as { data: ProofData }).data;
    const isLate = random() * lateEvery < 1;
    const status = random() < 0.3 ? 500 : 204;
    // Answers leave in another order than deliveries came.
    await sleep(isLate ? lateMs : random() * 4);
    const receipt: Receipt = {
      id: headers['webhook-id']!,
      order: order.id,
      place: Number(order.number),
      isValid: verified(request.url!, body, headers),
      isAccepted: status === 204,
    };
    appendFileSync(LOG!, `${JSON.stringify(receipt)}\n`);
    response.writeHead(status).end();
  };
  request.on('end', () => void respond());
});
server.listen(Number(PORT), '127.0.0.1', () => process.send!('ready'));
