import { warningCodes, type CheckoutWarning } from './coherence.ts';
import type { CheckoutRequest } from './schema.ts';

/** The addresses of a store's site. Null: not set. */
export type StoreSite = {
  readonly url: string | null;
  /** Additional hosts, separated by commas. */
  readonly siteHosts: string | null;
};

const host = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/;

/** Normalises a written list of hosts: lower case, separated by `, `; undefined if one of them is not a host. */
export function readSiteHosts(written: string): string | undefined {
  const hosts = written
    .toLowerCase()
    .split(/[\s,;]+/)
    .filter((one) => one !== '');
  return hosts.length > 0 && hosts.every((one) => host.test(one)) ? [...new Set(hosts)].join(', ') : undefined;
}

/**
 * COM7a: whether an address of an unsigned cart is on a store's site: its host, with or without `www.`, an additional host, or a subdomain
 * of these. True for a store without a site.
 */
export function leadsToSite(address: string, { url, siteHosts }: StoreSite): boolean {
  if (url === null) return true;
  const own = [hostOf(url), ...(siteHosts ?? '').split(', ')].filter((one) => one !== '');
  const target = hostOf(address);
  return own.some((one) => target === one || target.endsWith(`.${one}`));
}

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).hostname.replace(/^www\./, '') : '';
}

/** COM7a: a warning for each address that a checkout may not link to, so that the caller learns why the link is missing. */
export function redirectWarnings(
  request: Pick<CheckoutRequest, 'redirect'>,
  signed: boolean,
  site: StoreSite,
): CheckoutWarning[] {
  const used = redirectOf(request, signed, site);
  return (['successUrl', 'cancelUrl'] as const)
    .filter((member) => request.redirect?.[member] && used[member] === undefined)
    .map((member) => ({
      code: 'REDIRECT_NOT_USED',
      path: `redirect.${member}`,
      message: warningCodes.REDIRECT_NOT_USED.en,
    }));
}

/** COM7a: the addresses that a checkout may link to. Those of an unsigned cart (CHK11) must be on the store's site. */
export function redirectOf(
  request: Pick<CheckoutRequest, 'redirect'>,
  signed: boolean,
  site: StoreSite,
): { successUrl?: string; cancelUrl?: string } {
  const mayLead = (address: string | null | undefined): address is string =>
    typeof address === 'string' && address !== '' && (signed || leadsToSite(address, site));
  const { successUrl, cancelUrl } = request.redirect ?? {};
  return { ...(mayLead(successUrl) && { successUrl }), ...(mayLead(cancelUrl) && { cancelUrl }) };
}
