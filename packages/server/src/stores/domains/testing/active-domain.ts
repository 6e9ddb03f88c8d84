import { unaudited } from '../../../members/audit/testing/unaudited.ts';
import type { Database } from '../../../base/postgres/pool.ts';
import { checkDomain } from '../check-domain.ts';
import { chooseDomain } from '../choose-domain.ts';
import { dnsOf } from './dns-zone.ts';

/** Makes a store use a domain: chosen, proved by its DNS, and with TLS. */
export async function activateDomain(
  { db, usersDb }: { readonly db: Database; readonly usersDb: Database },
  storeId: string,
  hostname: string,
): Promise<void> {
  await chooseDomain({ db, usersDb }, storeId, hostname, unaudited);
  const dns = dnsOf({
    [`CNAME ${hostname}`]: ['pay.retoma.example'],
    [`TXT _retoma.${hostname}`]: [[`retoma-store=${storeId}`]],
  });
  const outside = { dns, answersTls: () => Promise.resolve(true), target: () => 'pay.retoma.example' };
  const { active } = await checkDomain({ db, usersDb, clock: () => 0, ...outside }, { storeId, hostname });
  if (!active) throw new Error(`${hostname} is not active`);
}
