import { Resolver } from 'node:dns/promises';
import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { isPublicAddress } from './address-policy.ts';

/** `servers`: name servers to use instead of the system's. `limitMs`: the longest time to resolve a name. */
type LookupOptions = { readonly servers?: readonly string[]; readonly limitMs?: number };

/**
 * A lookup for sockets that returns public addresses only (CHK22). It queries DNS with c-ares, without /etc/hosts and without the four
 * threads of `dns.lookup`, which password hashing shares: an unresponsive name server delays only its own callers.
 */
export function createPublicLookup({ servers, limitMs = 3_000 }: LookupOptions = {}): LookupFunction {
  const resolver = new Resolver({ timeout: Math.ceil(limitMs / 2), tries: 2 });
  if (servers) resolver.setServers(servers);
  const find = async (name: string, family: unknown): Promise<LookupAddress[]> => {
    const wanted = ([4, 6] as const).filter((one) => !family || family === one || family === `IPv${one}`);
    const resolve = async (version: 4 | 6): Promise<LookupAddress[]> => {
      const addresses = await (version === 4 ? resolver.resolve4(name) : resolver.resolve6(name));
      return addresses.map((address) => ({ address, family: version }));
    };
    return await settleWithin(limitMs, wanted.map(resolve));
  };
  const answer = async (...[name, { family, all }, callback]: Parameters<LookupFunction>): Promise<void> => {
    const found = await find(name, family);
    const open = found.filter(({ address }) => isPublicAddress(address));
    const [first] = open;
    const isPrivate = isLocalName(name) || (found.length > 0 && !first);
    if (isPrivate) callback(lookupError('PRIVATE_ADDRESS', 'no public address'), '', 0);
    else if (!first) callback(lookupError('ENOTFOUND', 'no address'), '', 0);
    else if (all) callback(null, open);
    else callback(null, first.address, first.family);
  };
  return (...parameters) => void answer(...parameters);
}

/** The lookup with the system's name servers. */
export const lookupPublic: LookupFunction = createPublicLookup();

const lookupError = (code: string, message: string): NodeJS.ErrnoException =>
  Object.assign(new Error(message), { code });

/** RFC 6761: these names always mean the local machine. */
const isLocalName = (name: string): boolean => /(?:^|\.)localhost\.?$/i.test(name);

/** The addresses found within the limit; a query that fails or takes longer contributes none. */
async function settleWithin<T>(limitMs: number, queries: readonly Promise<T[]>[]): Promise<T[]> {
  const found: T[] = [];
  const all = queries.map((query) => query.then((some) => void found.push(...some)).catch(() => undefined));
  const limit = new AbortController();
  const over = setTimeout(limitMs, undefined, { signal: limit.signal }).catch(() => undefined);
  await Promise.race([Promise.all(all), over]);
  limit.abort();
  return found;
}
