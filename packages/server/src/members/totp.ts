import { createHmac, timingSafeEqual } from 'node:crypto';

/** RFC 6238, as authenticator apps implement it: SHA-1, six digits, a new code every 30 s. */
const stepSeconds = 30;
const digits = 6;

/** Bytes of a secret: as long as SHA-1's hash (RFC 4226, 4). */
export const totpSecretBytes = 20;

/** The code of a step. `length`: digits. */
export function totpCode(secret: Buffer, step: number, length: number = digits): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac('sha1', secret).update(counter).digest();
  const truncated = hash.readUInt32BE(hash.at(-1)! & 15) & 0x7fff_ffff;
  return String(truncated % 10 ** length).padStart(length, '0');
}

/** The time step of an instant in milliseconds. */
export const totpStep = (now: number): number => Math.floor(now / 1000 / stepSeconds);

/**
 * The step of a code: that of `now`, or the one before or after it, since clocks differ; undefined if the code is wrong. The caller stores
 * the accepted step, so that no step is accepted twice.
 */
export function totpMatch(secret: Buffer, code: string, now: number): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const input = Buffer.from(code);
  const step = totpStep(now);
  // All three are compared, so that the duration does not reveal which one matches.
  const matching = [step - 1, step, step + 1].filter((one) =>
    timingSafeEqual(Buffer.from(totpCode(secret, one)), input),
  );
  return matching.at(-1);
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Bytes in base 32 without padding (RFC 4648), as people type a secret. */
export function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => alphabet[Number.parseInt(five.padEnd(5, '0'), 2)]!).join('');
}

/** The URI that an authenticator app reads from a QR code. */
export function totpUri(secret: Buffer, email: string): string {
  const query = new URLSearchParams({ secret: base32(secret), issuer: 'Retoma' }).toString();
  return `otpauth://totp/Retoma:${encodeURIComponent(email)}?${query}`;
}
