import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { signedHeaders, webhookId } from './sign.ts';

const a = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const b = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';
const messageId = '01a1fe66-2a53-7ce2-9a50-823188a33492';
const at = 1773335460_000;
const paid =
  '{"type":"payment.confirmed","timestamp":"2026-03-12T17:11:00.000Z","data":{"order":{"id":"1042","total":18990}}}';
const lead = '{"type":"lead.created","timestamp":"2026-03-12T17:11:00.000Z","data":{"lead":{"name":"João Conceição"}}}';
const ofPaid = 'v1,3sFUmJoT6JxR+LbAX7HDNnh9eIbSuGQFLKjVpJTVfTI=';
const signature = (body: string, id: string, secrets: readonly string[], instant = at) =>
  signedHeaders({ messageId: id, body, at: instant }, secrets)['webhook-signature'];

test('[WHK3] the vectors of Standard Webhooks and of other languages', () => {
  expect(webhookId(messageId)).toBe('msg_01a1fe662a537ce29a50823188a33492');
  expect(signature(paid, messageId, [a])).toBe(ofPaid);
  expect(signature(lead, '01a1fe66-2a53-7ce2-9a50-823188a33493', [a])).toBe(
    'v1,X45ORAJE7YMBzZokMt6Sxf/9/jqkgSz/Q1srv3ef+Oc=',
  );
  expect(new Webhook(a).sign('msg_p5jXN8AQM9LWM0D4loKWxJek', new Date(1614265330_000), '{"test": 2432232314}')).toBe(
    'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  );
});

test('[WHK8] after a rotation both secrets sign, the new one first', () => {
  expect(signature(paid, messageId, [b, a])).toBe(`v1,K4+MAtbJQxf6UCd7u52ex8V/uKGqIf4UdJvzsXWVtlk= ${ofPaid}`);
});
