import { randomBytes, randomFillSync, randomUUID } from 'node:crypto';
import * as crypto from 'node:crypto';

/** A new id that sorts by time (UUID version 7), so that rows of one moment lie together; version 4 before Node 26. */
export const newId: () => string =
  'randomUUIDv7' in crypto ? (crypto as unknown as { randomUUIDv7: () => string }).randomUUIDv7 : randomUUID;

const reserve = Buffer.alloc(4096);
let used = reserve.length;

/** `bytes` of fresh randomness; drawn from a reserve, because one call to the system for 16 bytes costs as much as for 4,096. */
export function random(bytes: number): Buffer {
  if (bytes > 256) return randomBytes(bytes);
  if (used + bytes > reserve.length) {
    randomFillSync(reserve);
    used = 0;
  }
  const part = Buffer.from(reserve.subarray(used, used + bytes));
  reserve.fill(0, used, used + bytes);
  used += bytes;
  return part;
}

/** A6: a cart token of ours, 144 random bits. */
export const newCartToken = (): string => `ext_${random(18).toString('base64url')}`;

/** Whether a text is an id in form, so that PostgreSQL takes it as one. */
export const isId = (text: string): boolean =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text);
