import { isForeignFreemail } from '@retoma/flow';
import { mailServerOf } from '../../../providers/channels/mail-server.ts';
import { declarationOf } from '../../../providers/channels/index.ts';
import type { Database } from '../../../base/postgres/pool.ts';
import { connectionFindActive } from '../../../providers/queries/connections.ts';
import { storeFind } from '../../../stores/queries/stores.ts';
import type { DomainProblem } from '../../../stores/queries/store-domains.ts';
import { checkDomain, type DomainChecks } from '../../../stores/domains/check-domain.ts';
import {
  dnsHostOf,
  senderRecords,
  type DkimSigning,
  type Dns,
  type DnsRecord,
} from '../../../stores/domains/dns-records.ts';
import { openCredentials } from '../../../base/crypto/open-credentials.ts';
import { storeSenders, type Sender } from './senders.ts';

/** Dependencies of this file. `credentialsKey`: `deriveKey(secret, 'credentials')`. */
type DomainDeps = { readonly db: Database; readonly credentialsKey: Buffer };

/** The domain of payment links. `host`: the host of its DNS. `active`: links use it. */
type CheckoutDomain = {
  hostname: string;
  host: string | null;
  records: DnsRecord[];
  problem: DomainProblem | null;
  active: boolean;
};

/** A domain that e-mails come from. */
type SenderDomain = {
  domain: string;
  host: string | null;
  addresses: Sender[];
  /** Empty for a domain of someone else's, in which no one can create them. */
  records: DnsRecord[];
  /** Whether the store's mail server may not send for this free domain (EDT14). */
  isForeign: boolean;
};

/** The most sender domains of one response. */
const maxSenders = 10;

/** A store's domains with the current state of their DNS records. Stores the check of a checkout domain. Undefined: no such store. */
export async function storeDomains(
  deps: DomainDeps & DomainChecks,
  storeId: string,
): Promise<{ checkout: CheckoutDomain | null; senders: SenderDomain[] } | undefined> {
  const store = await storeFind(deps.db, storeId);
  if (!store) return undefined;
  const [checkout, senders] = await Promise.all([
    store.chosenDomain === null ? null : checkoutOf(deps, storeId, store.chosenDomain),
    sendersOf(deps, storeId, deps.dns),
  ]);
  return { checkout, senders };
}

async function checkoutOf(checks: DomainChecks, storeId: string, hostname: string): Promise<CheckoutDomain> {
  const host = await dnsHostOf(checks.dns, hostname);
  const { records, problem, active } = await checkDomain(checks, { storeId, hostname });
  return { hostname, host, records, problem, active };
}

async function sendersOf({ db, credentialsKey }: DomainDeps, storeId: string, dns: Dns): Promise<SenderDomain[]> {
  const senders = [...(await storeSenders(db, storeId))].slice(0, maxSenders);
  const mail = await connectionFindActive(db, storeId, 'email');
  const { dkimDomain, dkimSelector } = mail?.settings ?? {};
  const { dkimPrivateKey } = mail ? openCredentials(credentialsKey, mail.connectionId, mail.credentials) : {};
  const signing = { domain: dkimDomain, selector: dkimSelector, privateKey: dkimPrivateKey };
  const isComplete = Object.values(signing).every((part) => typeof part === 'string');
  const server = mailServerOf(mail);
  return Promise.all(
    senders.map(async ([domain, addresses]) => {
      if (isForeignFreemail(domain, server)) return { domain, host: null, addresses, records: [], isForeign: true };
      const records = await senderRecords(
        dns,
        domain,
        mail && declarationOf('email', mail.provider)?.spfDomain,
        isComplete && signing.domain === domain ? (signing as DkimSigning) : undefined,
      );
      return { domain, host: await dnsHostOf(dns, domain), addresses, records, isForeign: false };
    }),
  );
}
