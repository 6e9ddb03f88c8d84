import { sign } from 'node:crypto';
import { EventEmitter } from 'node:events';
import https from 'node:https';
import { Readable } from 'node:stream';
import { afterAll, expect, test, vi } from 'vitest';
import { loadSdk } from '../../../../testing/official-sdk.ts';
import { isCertificateAddress, isSnsSigned, readSnsMessage } from './sns-signature.ts';
import { certificate, key } from './testing/certificate.ts';

// The library that AWS names for HTTP endpoints of SNS. It fetches certificates itself, which is replaced here.
type Validator = { validate(message: string, done: (error: Error | null) => void): void };
const MessageValidator = loadSdk('sns-validator') as new () => Validator;

const fetching = vi.spyOn(https, 'get').mockImplementation(((_url: string, respond: (response: unknown) => void) => {
  respond(Object.assign(Readable.from([Buffer.from(certificate)]), { statusCode: 200 }));
  return new EventEmitter();
}) as never);
afterAll(() => fetching.mockRestore());

const now = Date.parse('2027-03-12T17:05:00Z');
const url = 'https://sns.sa-east-1.amazonaws.com/SimpleNotificationService-56e67fcb41f6fec09b0196692625d385.pem';

/** Whether both accept a message: the library, and ours. */
async function accepts(message: object): Promise<{ official: boolean; ours: boolean }> {
  const text = JSON.stringify(message);
  const official = await new Promise<boolean>((resolve) =>
    new MessageValidator().validate(text, (error) => resolve(!error)),
  );
  const read = readSnsMessage(Buffer.from(text));
  const isRight = read !== undefined && isCertificateAddress(read.certificateUrl);
  return { official, ours: isRight && isSnsSigned(read, certificate, now) };
}

const base = {
  MessageId: '22b80b92-fdea-4c2c-8f9d-bdfb0c7bf324',
  TopicArn: 'arn:aws:sns:sa-east-1:123456789012:retoma',
  Message: '{"eventType":"Delivery","x":"São João\\n"}',
  Timestamp: '2027-03-12T17:04:06.655Z',
  SigningCertURL: url,
};
const subscription = {
  Token: 't',
  SubscribeURL: 'https://sns.sa-east-1.amazonaws.com/?Action=ConfirmSubscription&Token=t',
};

/** Signs the members of a message in the order of their names, as Amazon does. */
function signed(message: Readonly<Record<string, string>>, version: '1' | '2'): Record<string, string> {
  const names = ['Message', 'MessageId', 'Subject', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'];
  const text = names.flatMap((name) => (name in message ? [`${name}\n${message[name]}\n`] : [])).join('');
  const Signature = sign(version === '1' ? 'sha1' : 'sha256', Buffer.from(text), key).toString('base64');
  return { ...message, SignatureVersion: version, Signature };
}

test.each([
  ['a notification', { ...base, Type: 'Notification' }],
  ['a notification with a subject', { ...base, Type: 'Notification', Subject: 'Amazon SES' }],
  ['a confirmation', { ...base, ...subscription, Type: 'SubscriptionConfirmation' }],
])('[COM8] sns-validator and Retoma accept and refuse the same signatures: %s', async (_, message) => {
  for (const version of ['1', '2'] as const) {
    const right = signed(message, version);
    expect(await accepts(right)).toEqual({ official: true, ours: true });
    for (const name of Object.keys(message).filter((one) => one !== 'SigningCertURL' && one !== 'Type'))
      expect(await accepts({ ...right, [name]: `${right[name]}x` }), name).toEqual({ official: false, ours: false });
    expect(await accepts({ ...right, SigningCertURL: url.replace('amazonaws.com', 'mau.example') })).toEqual({
      official: false,
      ours: false,
    });
  }
});
