import { createPublicKey } from 'node:crypto';
import type { Resolver } from 'node:dns/promises';

/** The methods of a resolver of `node:dns/promises` that are used. */
export type Dns = Pick<Resolver, 'resolve4' | 'resolveCname' | 'resolveNs' | 'resolveTxt'>;

/** A DNS record that the owner must create, and whether it exists. */
export type DnsRecord = {
  readonly purpose: 'proof' | 'checkout' | 'spf' | 'dkim' | 'dmarc';
  readonly type: 'CNAME' | 'TXT';
  readonly name: string;
  readonly value: string;
  readonly state: 'found' | 'waiting' | 'different' | 'unknown';
  /** The other value that was found; null: none. */
  readonly found: string | null;
};

type WantedRecord = Omit<DnsRecord, 'state' | 'found'>;
type Seen = Pick<DnsRecord, 'state' | 'found'>;

const nothing = new Set(['ENOTFOUND', 'ENODATA']);
const waiting: Seen = { state: 'waiting', found: null };
const unknown: Seen = { state: 'unknown', found: null };

/** The records of a lookup; none if there are none, undefined if no server responds. */
const answered = <Answer>(question: Promise<Answer[]>): Promise<Answer[] | undefined> =>
  question.catch((error: { code?: string }) => (nothing.has(error.code ?? '') ? [] : undefined));

/** The record by which the owner of a domain names the store that it is for. Its value is not a secret: only the owner can set it. */
export const proofRecord = (dns: Dns, hostname: string, storeId: string): Promise<DnsRecord> =>
  textRecord(
    dns,
    { purpose: 'proof', type: 'TXT', name: `_retoma.${hostname}`, value: `retoma-store=${storeId}` },
    'retoma-store=',
    (text) => text.trim().toLowerCase() === `retoma-store=${storeId}`,
  );

/** The record that points a checkout domain to us. A domain that resolves to our address in another way is accepted too. */
export async function checkoutRecord(dns: Dns, hostname: string, target: string): Promise<DnsRecord> {
  const wanted = { purpose: 'checkout', type: 'CNAME', name: hostname, value: target } as const;
  const [names, ours, otherNames] = await Promise.all([
    answered(dns.resolveCname(hostname)),
    answered(dns.resolve4(target)),
    answered(dns.resolve4(hostname)),
  ]);
  if (names?.some((name) => sameHost(name, target))) return { ...wanted, state: 'found', found: null };
  if (otherNames?.some((address) => ours?.includes(address))) return { ...wanted, state: 'found', found: null };
  if (!names || !otherNames) return { ...wanted, ...unknown };
  const found = names[0] ?? otherNames[0];
  return found === undefined ? { ...wanted, ...waiting } : { ...wanted, state: 'different', found };
}

const sameHost = (one: string, other: string): boolean => one.replace(/\.$/, '').toLowerCase() === other.toLowerCase();

/** The DKIM key of e-mails that we sign. The DNS record contains its public half. */
export type DkimSigning = { readonly domain: string; readonly selector: string; readonly privateKey: string };

/**
 * The records that authenticate e-mail from a domain. `spfDomain`: of the mail servers of the store's provider; undefined: they are its
 * own. `dkim`: set if we sign for this domain.
 */
export async function senderRecords(
  dns: Dns,
  domain: string,
  spfDomain: string | undefined,
  dkim: DkimSigning | undefined,
): Promise<DnsRecord[]> {
  const spf = {
    purpose: 'spf',
    name: domain,
    value: `v=spf1 ${spfDomain ? `include:${spfDomain}` : 'mx'} ~all`,
  } as const;
  const dmarc = { purpose: 'dmarc', name: `_dmarc.${domain}`, value: 'v=DMARC1; p=none' } as const;
  return Promise.all([
    textRecord(dns, { ...spf, type: 'TXT' }, 'v=spf1', (text) => spfDomain === undefined || text.includes(spfDomain)),
    ...(dkim ? [dkimRecord(dns, dkim)] : []),
    textRecord(dns, { ...dmarc, type: 'TXT' }, 'v=dmarc1', () => true),
  ]);
}

function dkimRecord(dns: Dns, { domain, selector, privateKey }: DkimSigning): Promise<DnsRecord> {
  const key = publicKeyOf(privateKey);
  const name = `${selector}._domainkey.${domain}`;
  const wanted = { purpose: 'dkim', type: 'TXT', name, value: `v=DKIM1; k=rsa; p=${key}` } as const;
  return textRecord(dns, wanted, '', (text) => text.includes(key));
}

async function textRecord(
  dns: Dns,
  wanted: WantedRecord,
  start: string,
  isRight: (text: string) => boolean,
): Promise<DnsRecord> {
  const answers = await answered(dns.resolveTxt(wanted.name));
  if (!answers) return { ...wanted, ...unknown };
  // A long TXT record comes in parts.
  const texts = answers.map((parts) => parts.join('')).filter((text) => text.toLowerCase().startsWith(start));
  if (texts.some(isRight)) return { ...wanted, state: 'found', found: null };
  const [found] = texts;
  return found === undefined ? { ...wanted, ...waiting } : { ...wanted, state: 'different', found };
}

const publicKeyOf = (pem: string): string =>
  createPublicKey(pem).export({ type: 'spki', format: 'der' }).toString('base64');

/** The DNS host of a domain, from its name servers: `cloudflare.com`; null if unknown. */
export async function dnsHostOf(dns: Dns, hostname: string): Promise<string | null> {
  const labels = hostname.split('.');
  for (let from = 0; labels.length - from >= 2; from++) {
    const servers = await answered(dns.resolveNs(labels.slice(from).join('.')));
    const [server] = servers ?? [];
    if (server) return server.replace(/\.$/, '').split('.').slice(1).join('.').toLowerCase();
  }
  return null;
}
