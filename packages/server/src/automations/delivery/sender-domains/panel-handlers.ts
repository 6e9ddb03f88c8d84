import type { Context } from '../../../context.ts';
import { chooseDomain } from '../../../stores/domains/choose-domain.ts';
import { domainProbes } from '../../../stores/domains/check-domain.ts';
import { storeDomains } from './store-domains.ts';
import type { PanelHandlers } from '../../../panel-contract.ts';

const hostPattern = /^(?=.{4,253}$)[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})+$/;

/** GET and POST /panel/api/stores/:storeId/domains: the domains of payment links and of e-mail senders, with their DNS records. */
export function domainsHandlers(context: Context): PanelHandlers<'readDomains' | 'changeDomain'> {
  const { clock } = context;
  return {
    readDomains: async ({ params: { storeId } }) => {
      // The base URL is not known before the service listens.
      const target = new URL(context.baseUrl).hostname;
      const domains = await storeDomains({ ...context, ...domainProbes(), target: () => target }, storeId);
      if (!domains) return 'NOT_FOUND';
      return { success: true, checkedAt: new Date(clock()).toISOString(), target, ...domains };
    },
    changeDomain: async ({ params: { storeId }, body, audit }) => {
      const hostname = body.hostname?.toLowerCase().replace(/^https?:\/\/|(?<!\/)\/+$/g, '') ?? null;
      if (hostname !== null && !hostPattern.test(hostname)) return { ok: false, code: 'INVALID_DOMAIN' };
      const refusal = await chooseDomain(context, storeId, hostname, audit);
      if (refusal) return refusal === 'STORE_NOT_FOUND' ? 'NOT_FOUND' : { ok: false, code: refusal };
      return { success: true };
    },
  };
}
