import { createHash, createVerify, type KeyObject } from 'node:crypto';

/** The result of verifying a message's signature. */
export type DkimResult = {
  readonly body: boolean;
  readonly signature: boolean;
  readonly domain: string | undefined;
  readonly selector: string | undefined;
  readonly signed: readonly string[];
};

/** Verifies the only signature of a message as a receiver does (RFC 6376, rsa-sha256, relaxed/relaxed). `raw`: bytes as latin1. */
export function verifyDkim(raw: string, key: KeyObject): DkimResult {
  const at = raw.indexOf('\r\n\r\n');
  const fields = raw.slice(0, at).split(/\r\n(?![ \t])/);
  const named = fields.map((field) => ({ name: field.split(':')[0]!.trim().toLowerCase(), field }));
  const signature = named.find(({ name }) => name === 'dkim-signature')!.field;
  const tags = new Map(
    signature
      .slice(signature.indexOf(':') + 1)
      .split(';')
      .map((part) => [part.split('=')[0]!.trim(), part.slice(part.indexOf('=') + 1).replace(/\s/g, '')] as const),
  );
  const signed = tags.get('h')!.toLowerCase().split(':');
  const left = [...named].reverse();
  const lines = signed.flatMap((name) => {
    const index = left.findIndex((one) => one.name === name);
    return index < 0 ? [] : left.splice(index, 1).map(({ field }) => relaxed(field));
  });
  const unsigned = signature.replace(/([;\s]b=)[^;]*/, '$1');
  const data = [...lines, relaxed(unsigned)].join('\r\n');
  const verifier = createVerify('RSA-SHA256').update(data, 'latin1');
  const body = `${raw
    .slice(at + 4)
    .split('\r\n')
    .map((line) => line.replace(/[ \t]+$/, '').replace(/[ \t]+/g, ' '))
    .join('\r\n')
    .replace(/(?:\r\n)*$/, '')}\r\n`;
  return {
    body: createHash('sha256').update(body, 'latin1').digest('base64') === tags.get('bh'),
    signature: verifier.verify(key, tags.get('b')!, 'base64'),
    domain: tags.get('d'),
    selector: tags.get('s'),
    signed,
  };
}

function relaxed(field: string): string {
  const at = field.indexOf(':');
  const value = field
    .slice(at + 1)
    .replace(/\r\n/g, '')
    .replace(/[ \t]+/g, ' ')
    .trim();
  return `${field.slice(0, at).trim().toLowerCase()}:${value}`;
}
