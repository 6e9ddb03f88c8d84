import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

/** A software authenticator with one passkey for one host: ES256, attestation `none`. */
export class SoftAuthenticator {
  readonly credentialId = randomBytes(32);
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #origin: string;
  /** The next signature counter. */
  counter = 1;
  /** Whether its responses claim that the user was verified. */
  isVerified = true;

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** What `navigator.credentials.create` returns for these options, as JSON. */
  create({ challenge }: { challenge: string }): Record<string, unknown> {
    const { x, y } = this.#keys.publicKey.export({ format: 'jwk' });
    const point = (text = ''): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(text, 'base64url'));
    const publicKey = isoCBOR.encode(
      new Map<number, number | Uint8Array<ArrayBuffer>>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, point(x)],
        [-3, point(y)],
      ]),
    );
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.credentialId.length);
    const credential = Buffer.concat([Buffer.alloc(16), length, this.credentialId, Buffer.from(publicKey)]);
    const authData = Buffer.concat([this.#head(0x40), credential]);
    const attestationObject = isoCBOR.encode(
      new Map<string, string | Map<string, never> | Uint8Array<ArrayBuffer>>([
        ['fmt', 'none'],
        ['attStmt', new Map<string, never>()],
        ['authData', new Uint8Array(authData)],
      ]),
    );
    return this.#response({
      clientDataJSON: this.#client('webauthn.create', challenge).toString('base64url'),
      attestationObject: Buffer.from(attestationObject).toString('base64url'),
      transports: ['internal'],
    });
  }

  /** What `navigator.credentials.get` returns for these options, as JSON. */
  get({ challenge }: { challenge: string }): Record<string, unknown> {
    const authenticatorData = this.#head(0);
    const clientDataJSON = this.#client('webauthn.get', challenge);
    const signed = Buffer.concat([authenticatorData, sha256(clientDataJSON)]);
    const signature = createSign('sha256').update(signed).sign(this.#keys.privateKey);
    return this.#response({
      clientDataJSON: clientDataJSON.toString('base64url'),
      authenticatorData: authenticatorData.toString('base64url'),
      signature: signature.toString('base64url'),
    });
  }

  #head(flags: number): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(this.counter++);
    const verified = this.isVerified ? 0x04 : 0;
    return Buffer.concat([sha256(new URL(this.#origin).hostname), Buffer.of(0x01 | verified | flags), count]);
  }

  #client(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.#origin, crossOrigin: false }));
  }

  #response(response: object): Record<string, unknown> {
    const id = this.credentialId.toString('base64url');
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
  }
}

const sha256 = (bytes: Buffer | string): Buffer => createHash('sha256').update(bytes).digest();
