import { createHmac, createSecretKey, timingSafeEqual, type KeyObject } from 'node:crypto';
import { random } from '../base/ids.ts';
import { deriveKeys, keysOf } from '../base/crypto/derive-keys.ts';

// A key is `<prefix><base62 of: store id (16 bytes), key id (8 bytes), signature (16 bytes)>`. The signature covers kind
// and ids, so a key decodes without a look-up, a forged one costs no query, and nothing secret has to be stored:
// the server's secret and the ids make the same key again.

/** What a key may be used for: `checkout` keys may sit in a browser, `secret` keys never leave a server (CHK10). */
export type KeyKind = 'checkout' | 'secret';

/** The content of an API key. `keyId` is 16 hex digits. `test`: TST4, it is of test mode, and its text says so. */
export type ApiKey = { kind: KeyKind; storeId: string; keyId: string; test: boolean };

/** What begins the texts of keys. None begins another, since `_` is in no body. */
const prefixes = [
  { kind: 'checkout', test: false, prefix: 'rtm_live_' },
  { kind: 'secret', test: false, prefix: 'rtm_secret_' },
  { kind: 'checkout', test: true, prefix: 'rtm_test_' },
  { kind: 'secret', test: true, prefix: 'rtm_test_secret_' },
] as const satisfies readonly { kind: KeyKind; test: boolean; prefix: string }[];

const prefixOf = (key: Pick<ApiKey, 'kind' | 'test'>): string =>
  prefixes.find(({ kind, test }) => kind === key.kind && test === key.test)!.prefix;

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const bytes = { store: 16, key: 8, signature: 16 } as const;
const total = bytes.store + bytes.key + bytes.signature;
/** 62^54 is the first power of 62 that holds 40 bytes. */
const encodedLength = 54;

const remembered = 10_000;

/** Encodes and decodes API keys under the server's secret; while the secret is being replaced, keys of both are accepted. */
export class ApiKeys {
  readonly #signingKeys: readonly KeyObject[];
  /** Cache of verified keys: a store's site sends the same key with every cart. */
  readonly #verified = new Map<string, ApiKey>();

  constructor(secret: string) {
    this.#signingKeys = keysOf(deriveKeys(secret, 'api keys')).map((key) => createSecretKey(key));
  }

  /** The text of a key. The same ids give the same text. */
  encode(key: ApiKey): string {
    return formatApiKey(key, this.#signingKeys[0]!);
  }

  /** Every accepted text of a key, newer ones first: of both secrets while one is being replaced, and the form that keys of test mode had. */
  encodeAll(key: ApiKey): string[] {
    const forms = key.test ? [key, { ...key, test: false }] : [key];
    return forms.flatMap((form) => this.#signingKeys.map((signingKey) => formatApiKey(form, signingKey)));
  }

  /** API2: what a secret key is called in the audit log: `API ••••Xy7z`. */
  labelOf(storeId: string, keyId: string): string {
    return `API ••••${this.encode({ kind: 'secret', storeId, keyId, test: false }).slice(-4)}`;
  }

  /** Decodes a key; undefined: wrong form, or a signature that does not verify (CHK1, CHK10). */
  decode(text: string): ApiKey | undefined {
    return this.#verified.get(text) ?? this.#verify(text);
  }

  #verify(text: string): ApiKey | undefined {
    const form = prefixes.find(
      ({ prefix }) => text.length === prefix.length + encodedLength && text.startsWith(prefix),
    );
    if (!form) return undefined;
    const { kind, test, prefix } = form;
    const body = fromBase62(text.slice(prefix.length));
    if (!body) return undefined;
    const ids = body.subarray(0, bytes.store + bytes.key);
    const signature = body.subarray(bytes.store + bytes.key);
    if (!this.#signingKeys.some((key) => timingSafeEqual(sign(key, kind, ids), signature))) return undefined;
    const hex = ids.toString('hex');
    const storeId = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
    const key: ApiKey = { kind, storeId, keyId: hex.slice(32), test };
    if (this.#verified.size >= remembered) this.#verified.clear();
    this.#verified.set(text, key);
    return key;
  }
}

function formatApiKey(key: ApiKey, signingKey: KeyObject): string {
  const prefix = prefixOf(key);
  const ids = Buffer.from(key.storeId.replaceAll('-', '') + key.keyId, 'hex');
  return prefix + toBase62(Buffer.concat([ids, sign(signingKey, key.kind, ids)]));
}

const sign = (key: KeyObject, kind: KeyKind, ids: Buffer): Buffer =>
  createHmac('sha256', key)
    .update(prefixOf({ kind, test: false }))
    .update(ids)
    .digest()
    .subarray(0, bytes.signature);

/** A new key id: 64 random bits as hex. */
export const newKeyId = (): string => random(bytes.key).toString('hex');

function toBase62(data: Buffer): string {
  let value = BigInt(`0x${data.toString('hex')}`);
  let text = '';
  for (; value > 0n; value /= 62n) text = alphabet[Number(value % 62n)] + text;
  return text.padStart(encodedLength, '0');
}

function fromBase62(text: string): Buffer | undefined {
  if (text.length !== encodedLength || !/^[0-9A-Za-z]*$/.test(text)) return undefined;
  const value = Array.from(text).reduce((sum, letter) => sum * 62n + BigInt(alphabet.indexOf(letter)), 0n);
  const hex = value.toString(16).padStart(total * 2, '0');
  return hex.length === total * 2 ? Buffer.from(hex, 'hex') : undefined;
}
