import { generateKeyPairSync, sign } from 'node:crypto';
import { expect, test } from 'vitest';
import { loadSdk } from '../../../../testing/official-sdk.ts';
import { isSendGrids } from './webhook.ts';

type EventWebhook = {
  convertPublicKeyToECDSA(publicKey: string): unknown;
  verifySignature(key: unknown, payload: Buffer, signature: string, timestamp: string): boolean;
};
type Sdk = {
  EventWebhook: new () => EventWebhook;
  EventWebhookHeader: { SIGNATURE(): string; TIMESTAMP(): string };
};
const sdk = loadSdk('@sendgrid/eventwebhook') as Sdk;

const now = Date.parse('2026-11-28T12:00:00Z');
const pair = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
const publicKey = pair.publicKey.export({ type: 'spki', format: 'der' }).toString('base64');

/** Whether both accept a webhook: SendGrid's own library, and ours. */
function accepts(body: string, signature: string, timestamp: string): { official: boolean; ours: boolean } {
  const library = new sdk.EventWebhook();
  const payload = Buffer.from(body);
  const official = library.verifySignature(library.convertPublicKeyToECDSA(publicKey), payload, signature, timestamp);
  const headers = {
    [sdk.EventWebhookHeader.SIGNATURE().toLowerCase()]: signature,
    [sdk.EventWebhookHeader.TIMESTAMP().toLowerCase()]: timestamp,
  };
  const ours = isSendGrids(
    { method: 'POST', url: 'https://app.example/', query: {}, headers, body: payload, now },
    publicKey,
  );
  return { official, ours };
}

test.each(['[{"event":"delivered","email":"ana@cliente.example"}]\r\n', '[{"reason":"Endereço não existe ✓"}]', ''])(
  '[COM8] @sendgrid/eventwebhook and Retoma accept and refuse the same signatures: %j',
  (body) => {
    const timestamp = String(now / 1000 - 60);
    const signature = sign('sha256', Buffer.from(timestamp + body), pair.privateKey).toString('base64');
    expect(accepts(body, signature, timestamp)).toEqual({ official: true, ours: true });
    expect(accepts(`${body} `, signature, timestamp)).toEqual({ official: false, ours: false });
    expect(accepts(body, signature, String(now / 1000 - 61))).toEqual({ official: false, ours: false });
    const other = sign('sha256', Buffer.from(body), pair.privateKey).toString('base64');
    expect(accepts(body, other, timestamp)).toEqual({ official: false, ours: false });
  },
);
