import { Resolver } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { connect } from 'node:tls';
import type { Clock } from '../../base/clock.ts';
import type { Database } from '../../base/postgres/pool.ts';
import { domainClaim, domainRelease } from '../queries/domain-claims.ts';
import { storeDomainNote, storeDomainsDue, type DomainProblem } from '../queries/store-domains.ts';
import { lookupPublic } from '../../base/net/public-lookup.ts';
import { checkoutRecord, proofRecord, type Dns, type DnsRecord } from './dns-records.ts';

/** Whether a host completes a TLS handshake under its own name, with a trusted certificate. */
export type AnswersTls = (hostname: string) => Promise<boolean>;

/** Dependencies of domain checks. `usersDb`: where domains are claimed. `target`: the host to which domains must point. */
export type DomainChecks = {
  readonly db: Database;
  readonly usersDb: Database;
  readonly clock: Clock;
  readonly dns: Dns;
  readonly answersTls: AnswersTls;
  readonly target: () => string;
};

/** The result of one check. TLS is checked only if the DNS records are right. */
export type CheckedDomain = {
  readonly records: DnsRecord[];
  readonly problem: DomainProblem | null;
  readonly active: boolean;
};

const minute = 60_000;
/** How long the checks of an active domain may fail before links stop using it, in milliseconds. */
const graceMs = 60 * minute;
/** The most checks of one pass, and of those at the same time. */
const limits = { turn: 200, atOnce: 10 } as const;

/** CHK14: checks a chosen domain and stores the result. No database connection is held during the check. */
export async function checkDomain(checks: DomainChecks, domain: ChosenDomain): Promise<CheckedDomain> {
  const { db, usersDb, clock } = checks;
  const { storeId, hostname } = domain;
  const { records, problem: found } = await lookUp(checks, domain);
  // A domain that another store proved too stays with the first one until that no longer uses it.
  const problem = found === null && !(await domainClaim(usersDb, storeId, hostname)) ? 'dns' : found;
  const active = await storeDomainNote(db, domain, { problem, at: clock(), graceMs });
  if (!active) await domainRelease(usersDb, storeId, hostname);
  return { records, problem, active };
}

type ChosenDomain = { readonly storeId: string; readonly hostname: string };

/** The DNS records of a domain, and what is missing. */
async function lookUp(
  { dns, answersTls, target }: DomainChecks,
  { storeId, hostname }: ChosenDomain,
): Promise<Pick<CheckedDomain, 'records' | 'problem'>> {
  const records = await Promise.all([proofRecord(dns, hostname, storeId), checkoutRecord(dns, hostname, target())]);
  if (records.some(({ state }) => state !== 'found')) return { records, problem: 'dns' };
  return { records, problem: (await answersTls(hostname)) ? null : 'tls' };
}

/** Checks the domains that are due: inactive ones each minute, active ones every ten. Returns the number of checks. */
export async function checkDueDomains(checks: DomainChecks, signal: AbortSignal): Promise<number> {
  const now = checks.clock();
  const due = await storeDomainsDue(checks.db, { active: now - 10 * minute, inactive: now - minute }, limits.turn);
  let checked = 0;
  for (let from = 0; from < due.length && !signal.aborted; from += limits.atOnce) {
    const some = due.slice(from, from + limits.atOnce);
    await Promise.all(some.map((domain) => checkDomain(checks, domain)));
    checked += some.length;
  }
  return checked;
}

/** Options of the TLS check; the defaults are for the internet. `ca`: trusted authorities, instead of those of Node. */
type TlsProbe = { port?: number; lookup?: LookupFunction; timeoutMs?: number; ca?: string };

/** Checks TLS at public addresses only (O1), since the name comes from a store. */
export const tlsProbe =
  ({ port = 443, lookup = lookupPublic, timeoutMs = 5_000, ca }: TlsProbe = {}): AnswersTls =>
  (hostname) =>
    new Promise((resolve) => {
      const socket = connect({ host: hostname, port, servername: hostname, lookup, ...(ca && { ca }) });
      const done = (answers: boolean): void => {
        socket.destroy();
        resolve(answers);
      };
      // The timeout covers the whole handshake, so that a server that sends single bytes fails too.
      AbortSignal.timeout(timeoutMs).addEventListener('abort', () => done(false), { once: true });
      socket.once('secureConnect', () => done(socket.authorized));
      socket.once('error', () => done(false));
    });

/** The checks of production: the resolvers of this machine, and TLS to public addresses. */
export const domainProbes = (): Pick<DomainChecks, 'dns' | 'answersTls'> => ({
  dns: new Resolver({ timeout: 2_000, tries: 2 }),
  answersTls: tlsProbe(),
});
