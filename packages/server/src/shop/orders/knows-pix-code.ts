import type { Queryable } from '../../base/postgres/pool.ts';
import { queryRow } from '../../base/postgres/query.ts';
import { findConnector } from '../connectors/find-connector.ts';

/** What shows whether a store may know PIX codes. `reportsCode`: whether one of its last 20 PIX had its code; null: it has had none. */
type Known = {
  readonly offersPix: boolean;
  readonly platforms: readonly string[];
  readonly reportsCode: boolean | null;
};

/**
 * DEF7: whether a store may know the PIX codes of its orders. False if its own checkout offers no PIX, no platform of its shops gives the
 * code, and its last PIX were all reported by their page alone; unknown is true.
 */
export async function storeKnowsPixCode(db: Queryable, storeId: string): Promise<boolean> {
  const known = await queryRow<Known>(db, {
    name: 'store-knows-pix-code',
    text: `
      select exists (select from payment_methods where store_id = $1 and method = 'pix') as "offersPix",
        array(select distinct platform from platform_connections
              where store_id = $1 and state in ('connected', 'reconnect', 'suspended')) as platforms,
        (select bool_or(data #>> '{payment,pix,payload}' is not null)
         from (select data from events where store_id = $1 and type = 'pix.generated'
               order by event_id desc limit 20) latest) as "reportsCode"`,
    values: [storeId],
  });
  return known === undefined || mayKnow(known);
}

function mayKnow({ offersPix, platforms, reportsCode }: Known): boolean {
  if (offersPix || reportsCode === true) return true;
  if (platforms.length === 0) return reportsCode === null;
  return platforms.some((platform) => findConnector(platform)?.capabilities.pixCode !== 'never');
}
