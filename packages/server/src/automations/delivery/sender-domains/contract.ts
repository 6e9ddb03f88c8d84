// Requests and responses of the endpoints of a store's domains: of its payment links and of its senders of e-mail.
import { z } from 'zod';
import { done, type PanelEndpoint } from '../../../http/endpoint.ts';

const dnsRecord = z.object({
  purpose: z.enum(['proof', 'checkout', 'spf', 'dkim', 'dmarc']),
  type: z.enum(['CNAME', 'TXT']),
  name: z.string(),
  value: z.string(),
  /** `waiting`: not found yet; `different`: another value is there; `unknown`: no resolver responded. */
  state: z.enum(['found', 'waiting', 'different', 'unknown']),
  found: z.string().nullable(),
});

const domains = done.extend({
  checkedAt: z.iso.datetime(),
  /** The host to which a checkout domain must point. */
  target: z.string(),
  checkout: z
    .object({
      hostname: z.string(),
      host: z.string().nullable(),
      records: z.array(dnsRecord),
      /** What the check just made found missing: the DNS record or a TLS response; null: nothing. */
      problem: z.enum(['dns', 'tls']).nullable(),
      /** CHK4: whether payment links use this domain; until then they use the service's own address. */
      active: z.boolean(),
    })
    .nullable(),
  /** Domains of the addresses that automations send from. */
  senders: z.array(
    z.object({
      domain: z.string(),
      host: z.string().nullable(),
      addresses: z.array(z.object({ name: z.string(), email: z.string(), automations: z.number() })),
      records: z.array(dnsRecord),
      isForeign: z.boolean(),
    }),
  ),
});

const at = '/panel/api/stores/:storeId' as const;

/** The endpoints of domains. */
export const domainsContract = {
  readDomains: { method: 'GET', path: `${at}/domains`, access: 'changeSettings', answer: domains },
  changeDomain: {
    method: 'POST',
    path: `${at}/domains`,
    access: 'changeSettings',
    audit: ['domain_changed'],
    recent: true,
    body: z.strictObject({ hostname: z.string().trim().max(253).nullable() }),
  },
} as const satisfies Record<string, PanelEndpoint>;
