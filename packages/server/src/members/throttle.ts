// AUT3: attempts are counted in the database, so that the limits hold for all processes together. They are counted before anything is
// checked, so that concurrent attempts are counted too.
//
// INV1. No limit locks an account: the account's limit only paces attempts from browsers in which its user has never signed in.
// INV2. A known browser has a separate count, so that guesses of others do not block its user.
// INV3. An account takes at most 20 + 60 attempts of unknown browsers in an hour, over all networks together (ASVS 2.2.1).
import net from 'node:net';
import { signInAttemptCount, signInAttemptForget, signInAttemptTakeBack } from './queries/sign-in-attempts.ts';
import { hashContactKey } from '../base/crypto/contact-hash.ts';
import type { PeopleRefusal } from './codes.ts';
import type { AuthDeps } from './auth-deps.ts';

const minute = 60_000;

/** At most `max` attempts in `windowMs` milliseconds. */
type Limit = { readonly max: number; readonly windowMs: number };

/**
 * `pair`: by account and network. `network`: by network, which an office may share. `account`: by account alone; beyond it, one attempt of
 * unknown browsers is admitted in each `paceMs`.
 */
const limits = {
  sign_in: {
    pair: { max: 10, windowMs: 15 * minute },
    network: { max: 100, windowMs: 15 * minute },
    account: { max: 20, windowMs: 60 * minute, paceMs: minute },
  },
  /** Challenges for passkeys; the request names no account. */
  passkey: { network: { max: 100, windowMs: 15 * minute } },
  password_reset: { network: { max: 30, windowMs: 60 * minute }, account: { max: 3, windowMs: 60 * minute } },
  /** Reauthentications of a signed-in user. */
  reauthenticate: { account: { max: 10, windowMs: 15 * minute } },
  /** Failed sign-ins that are audited. */
  failure_note: { account: { max: 20, windowMs: 60 * minute } },
  email_change: { account: { max: 5, windowMs: 60 * minute } },
} as const satisfies Record<string, { pair?: Limit; network?: Limit; account?: Limit & { readonly paceMs?: number } }>;

/** One attempt. `address`: the IP address. `browser`: the hash of a known browser of the account. */
export type Attempt = {
  readonly kind: keyof typeof limits;
  readonly email: string;
  readonly address: string;
  readonly browser?: Buffer | undefined;
};

/** Counts an attempt. Returns the refusal if a limit is exceeded. The account need not exist. */
export async function countAttempt(deps: AuthDeps, attempt: Attempt): Promise<PeopleRefusal | undefined> {
  const limit: { pair?: Limit; network?: Limit; account?: Limit & { paceMs?: number } } = limits[attempt.kind];
  const subject = subjectsOf(deps, attempt);
  if (subject.browser && limit.pair) return count(deps, subject.browser, limit.pair);
  // The network's limit comes first: attempts that it refuses count against no account.
  const refusal =
    (limit.network && (await count(deps, subject.network, limit.network))) ??
    (limit.pair && (await count(deps, subject.pair, limit.pair)));
  if (refusal || !limit.account) return refusal;
  const { paceMs, ...account } = limit.account;
  const beyond = await count(deps, subject.account, account);
  return beyond && paceMs ? count(deps, subject.pace, { max: 1, windowMs: paceMs }) : beyond;
}

async function count(
  { usersDb, clock }: AuthDeps,
  subject: Buffer,
  { max, windowMs }: Limit,
): Promise<PeopleRefusal | undefined> {
  const now = clock();
  const { attempts, windowEnds } = await signInAttemptCount(usersDb, { subject, now, windowMs });
  if (attempts <= max) return undefined;
  return { ok: false, code: 'TOO_MANY_ATTEMPTS', retryAfter: Math.max(1, Math.ceil((windowEnds - now) / 1000)) };
}

/** Resets the counts of a successful attempt's account and browser, and takes this attempt off the count of its network. */
export async function forgiveAttempts(deps: AuthDeps, attempt: Attempt): Promise<void> {
  const { network, ...subjects } = subjectsOf(deps, attempt);
  for (const subject of Object.values(subjects)) if (subject) await signInAttemptForget(deps.usersDb, subject);
  await signInAttemptTakeBack(deps.usersDb, network);
}

/** Resets the sign-in counts of an account over all networks. */
export async function forgetAttempts(deps: AuthDeps, email: string): Promise<void> {
  const { account, pace } = subjectsOf(deps, { kind: 'sign_in', email, address: '' });
  for (const subject of [account, pace]) await signInAttemptForget(deps.usersDb, subject);
}

function subjectsOf({ contactSecret }: AuthDeps, { kind, email, address, browser }: Attempt) {
  const hash = (text: string): Buffer => hashContactKey(contactSecret, kind, text);
  const network = networkOf(address);
  return {
    network: hash(`address ${network}`),
    pair: hash(`pair ${network} ${email}`),
    account: hash(`account ${email}`),
    pace: hash(`pace ${email}`),
    browser: browser && hash(`browser ${browser.toString('base64')} ${email}`),
  };
}

/** The network as which an IP address is counted: an IPv4 address itself, an IPv6 address by its /64. */
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
