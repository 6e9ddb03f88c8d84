// S3: guesses are counted in the database, so that no number of processes lets more through, and before anything is looked at, so
// that guesses which come together are counted too.
import net from 'node:net';
import { signInAttemptCount, signInAttemptForget, signInAttemptTakeBack } from '../db/queries/sign-in-attempts.ts';
import { personHash } from '../person.ts';
import type { PeopleRefusal } from './codes.ts';
import type { PeopleParts } from './people-parts.ts';

const minute = 60_000;

/** How often, in how many milliseconds: by account, and by address, which an office may share. */
const limits = {
  sign_in: { account: 10, address: 100, windowMs: 15 * minute },
  password_reset: { account: 3, address: 30, windowMs: 60 * minute },
} as const;

/** Who tries what, from where. */
export type Attempt = { readonly kind: keyof typeof limits; readonly email: string; readonly address: string };

/** Counts an attempt; where it is one too many, for the account or the address, the refusal. An account need not exist. */
export async function countAttempt(parts: PeopleParts, attempt: Attempt): Promise<PeopleRefusal | undefined> {
  const { windowMs, ...most } = limits[attempt.kind];
  const now = parts.clock();
  const { account, address } = subjectsOf(parts, attempt);
  // Whoever floods from one address locks nobody out once that address is refused.
  for (const [subject, limit] of [
    [address, most.address],
    [account, most.account],
  ] as const) {
    const { attempts, windowEnds } = await signInAttemptCount(parts.db, { subject, now, windowMs });
    if (attempts > limit) {
      return { ok: false, code: 'TOO_MANY_ATTEMPTS', retryAfter: Math.max(1, Math.ceil((windowEnds - now) / 1000)) };
    }
  }
  return undefined;
}

/** The attempt was no guess: the account's are forgotten, and the address has one less. */
export async function forgiveAttempts(parts: PeopleParts, attempt: Attempt): Promise<void> {
  const { account, address } = subjectsOf(parts, attempt);
  await signInAttemptForget(parts.db, account);
  await signInAttemptTakeBack(parts.db, address);
}

/** The attempts on an account are forgotten, whoever made them. */
export const forgetAttempts = (parts: PeopleParts, email: string): Promise<void> =>
  signInAttemptForget(parts.db, subjectsOf(parts, { kind: 'sign_in', email, address: '' }).account);

function subjectsOf(
  { personSecret }: PeopleParts,
  { kind, email, address }: Attempt,
): { account: Buffer; address: Buffer } {
  return {
    account: personHash(personSecret, kind, `account ${email}`),
    address: personHash(personSecret, kind, `address ${networkOf(address)}`),
  };
}

/** Whoever has one address of version 6 has its whole /64. */
export function networkOf(address: string): string {
  const [, ipv4] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? [];
  if (ipv4 !== undefined || net.isIP(address) !== 6) return ipv4 ?? address;
  const [head = '', tail = ''] = address.toLowerCase().split('%')[0]!.split('::');
  const first = head === '' ? [] : head.split(':');
  const last = tail === '' ? [] : tail.split(':');
  const zeros = address.includes('::') ? Array<string>(Math.max(0, 8 - first.length - last.length)).fill('0') : [];
  return [...first, ...zeros, ...last]
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}
