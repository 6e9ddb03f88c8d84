import { Resolver } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { connect } from 'node:tls';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../db/pool.ts';
import { storeDomainNote, storeDomainsDue, type DomainProblem } from '../db/queries/stores/store-domains.ts';
import { lookupPublic } from '../platform/public-lookup.ts';
import { checkoutRecord, type Dns, type DnsRecord } from './dns-records.ts';

/** Whether a host answers TLS under its own name, with a certificate that browsers trust. */
export type AnswersTls = (hostname: string) => Promise<boolean>;

/** What domains are checked with. `target`: the host that they must lead to. */
export type DomainChecks = {
  readonly db: Database;
  readonly clock: Clock;
  readonly dns: Dns;
  readonly answersTls: AnswersTls;
  readonly target: () => string;
};

/** What one check saw. TLS is asked for only where DNS leads here. */
export type CheckedDomain = {
  readonly record: DnsRecord;
  readonly problem: DomainProblem | null;
  readonly active: boolean;
};

const minute = 60_000;
/** For how long an active domain may miss something before links leave it. */
const graceMs = 60 * minute;
/** Checks of one turn, and how many are under way at once. */
const limits = { turn: 200, atOnce: 10 } as const;

/** CHK4: checks a chosen domain and notes what came of it. No connection is held meanwhile. */
export async function checkDomain(checks: DomainChecks, hostname: string): Promise<CheckedDomain> {
  const { db, clock, dns, answersTls, target } = checks;
  const record = await checkoutRecord(dns, hostname, target());
  const problem = record.state !== 'found' ? 'dns' : (await answersTls(hostname)) ? null : 'tls';
  const active = await storeDomainNote(db, hostname, { problem, at: clock(), graceMs });
  return { record, problem, active };
}

/** Checks the domains whose turn it is: inactive ones each minute, active ones every ten. Returns how many. */
export async function checkDueDomains(checks: DomainChecks, signal: AbortSignal): Promise<number> {
  const now = checks.clock();
  const due = await storeDomainsDue(checks.db, { active: now - 10 * minute, inactive: now - minute }, limits.turn);
  let checked = 0;
  for (let from = 0; from < due.length && !signal.aborted; from += limits.atOnce) {
    const some = due.slice(from, from + limits.atOnce);
    await Promise.all(some.map((hostname) => checkDomain(checks, hostname)));
    checked += some.length;
  }
  return checked;
}

/** How TLS is asked for; the defaults are those of the internet. `ca`: authorities beside those of Node. */
type TlsProbe = { port?: number; lookup?: LookupFunction; timeoutMs?: number; ca?: string };

/** Asks for TLS at public addresses alone (O1): the name is a merchant's. */
export const tlsProbe =
  ({ port = 443, lookup = lookupPublic, timeoutMs = 5_000, ca }: TlsProbe = {}): AnswersTls =>
  (hostname) =>
    new Promise((resolve) => {
      const socket = connect({ host: hostname, port, servername: hostname, lookup, ...(ca && { ca }) });
      const done = (answers: boolean): void => {
        socket.destroy();
        resolve(answers);
      };
      // Of the whole handshake: a server that sends a byte now and then is none.
      AbortSignal.timeout(timeoutMs).addEventListener('abort', () => done(false), { once: true });
      socket.once('secureConnect', () => done(socket.authorized));
      socket.once('error', () => done(false));
    });

/** The real ways of asking: the resolvers of this machine, and TLS to public addresses. */
export const domainProbes = (): Pick<DomainChecks, 'dns' | 'answersTls'> => ({
  dns: new Resolver({ timeout: 2_000, tries: 2 }),
  answersTls: tlsProbe(),
});
