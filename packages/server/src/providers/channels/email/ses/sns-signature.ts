import { verify, X509Certificate } from 'node:crypto';
import { objectIn, textIn, type Json } from '../../json.ts';

/** A message of Amazon SNS with its signature. */
export type SnsMessage = {
  readonly type: 'Notification' | 'SubscriptionConfirmation' | 'UnsubscribeConfirmation';
  readonly topicArn: string;
  readonly message: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly subscribeUrl: string;
  readonly certificateUrl: string;
  /** The signed text, and its digest algorithm. */
  readonly signed: string;
  readonly digest: 'sha1' | 'sha256';
  readonly signature: Buffer;
};

const members = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  SubscriptionConfirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
  UnsubscribeConfirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
} as const;

/** Reads the body of an SNS webhook; undefined: it is not one. */
export function readSnsMessage(body: Buffer): SnsMessage | undefined {
  const json = parseEnvelope(body);
  const type = json['Type'];
  if (type !== 'Notification' && type !== 'SubscriptionConfirmation' && type !== 'UnsubscribeConfirmation')
    return undefined;
  const at = Date.parse(textIn(json['Timestamp']));
  const version = textIn(json['SignatureVersion']);
  if (Number.isNaN(at) || (version !== '1' && version !== '2')) return undefined;
  return {
    type,
    topicArn: textIn(json['TopicArn']),
    message: textIn(json['Message']),
    at,
    subscribeUrl: textIn(json['SubscribeURL']),
    certificateUrl: textIn(json['SigningCertURL']),
    signed: members[type]
      .filter((name) => typeof json[name] === 'string')
      .map((name) => `${name}\n${textIn(json[name])}\n`)
      .join(''),
    digest: version === '1' ? 'sha1' : 'sha256',
    signature: Buffer.from(textIn(json['Signature']), 'base64'),
  };
}

function parseEnvelope(body: Buffer): Json {
  try {
    return objectIn(JSON.parse(body.toString('utf8')));
  } catch {
    return {};
  }
}

/**
 * Whether a URL is on one of Amazon's hosts for SNS. The message itself names its certificate, so the signature is only as trustworthy as
 * the host of the certificate.
 */
export function isSnsAddress(address: string): boolean {
  const url = URL.parse(address);
  if (url?.protocol !== 'https:' || url.port !== '' || url.username !== '' || url.password !== '') return false;
  return /^sns\.[a-z]{2}(?:-[a-z]+)+-\d{1,2}\.amazonaws\.com(?:\.cn)?$/.test(url.hostname);
}

/** Whether a URL is that of an SNS certificate on one of Amazon's hosts. */
export const isCertificateAddress = (address: string): boolean =>
  isSnsAddress(address) &&
  /^\/SimpleNotificationService-[0-9a-f]{8,64}\.pem$/.test(new URL(address).pathname) &&
  !address.includes('?');

/** Whether the certificate signed the message and was valid at `now` (milliseconds). */
export function isSnsSigned({ digest, signed, signature }: SnsMessage, pem: string, now: number): boolean {
  try {
    const { publicKey, validFrom, validTo } = new X509Certificate(pem);
    if (now < Date.parse(validFrom) || now > Date.parse(validTo)) return false;
    return publicKey.asymmetricKeyType === 'rsa' && verify(digest, Buffer.from(signed), publicKey, signature);
  } catch {
    return false;
  }
}
