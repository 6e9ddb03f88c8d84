import type { Channel } from '@retoma/flow';
import type { Queryable } from '../../base/postgres/pool.ts';
import { queryRows } from '../../base/postgres/query.ts';
import { stoppedTemplates } from './template-statuses.ts';

/**
 * COM43: what a connection and its provider have done since the credentials were accepted. `accepted`, `delivered`: of the newest 200
 * messages, without those of the last minutes. Both are 0 for a connection whose first days are over.
 */
export type ConnectionFacts = {
  connectionId: string;
  channel: Channel;
  provider: string;
  since: Date;
  firstWebhookAt: Date | null;
  accepted: number;
  delivered: number;
  stoppedTemplates: string[];
};

/** The facts about the active connections of a store. Messages count if they are from before `before`; first days begin after `after`. */
export const connectionFacts = (
  db: Queryable,
  storeId: string,
  { after, before }: { after: Date; before: Date },
): Promise<ConnectionFacts[]> =>
  queryRows(db, {
    name: 'connection-facts',
    text: `
      select c.connection_id as "connectionId", c.channel, c.provider, coalesce(c.verified_at, c.created_at) as since,
        c.first_webhook_at as "firstWebhookAt", m.accepted, m.delivered, ${stoppedTemplates} as "stoppedTemplates"
      from connections c cross join lateral (
        select count(*)::int as accepted, (count(*) filter (where state in ('delivered', 'read')))::int as delivered
        from (select state from messages m where m.store_id = c.store_id and m.connection_id = c.connection_id
            and m.due_at >= $2 and coalesce(c.verified_at, c.created_at) >= $2
            -- A message may be what verified the connection.
            and m.settled_at >= coalesce(c.verified_at, c.created_at) - interval '1 minute' and m.settled_at < $3 and m.state in ('sent', 'delivered', 'read')
          order by m.due_at desc limit 200) newest) m
      where c.store_id = $1 and c.active order by c.channel`,
    values: [storeId, after, before],
  });

/** COM43: the same of an account of payments. `accepted`: payments that it reported as paid; its webhooks report no deliveries. */
export type PaymentFacts = {
  accountId: string;
  provider: string;
  since: Date;
  firstWebhookAt: Date | null;
  accepted: number;
  rejectedWebhooks: number;
  rejectedAt: Date | null;
};

/** The facts about the payment accounts of a store. */
export const paymentFacts = (
  db: Queryable,
  storeId: string,
  { after, before }: { after: Date; before: Date },
): Promise<PaymentFacts[]> =>
  queryRows(db, {
    name: 'payment-facts',
    text: `
      select a.account_id as "accountId", a.provider, coalesce(a.verified_at, a.created_at) as since,
        a.first_webhook_at as "firstWebhookAt", coalesce(r.count, 0)::float8 as "rejectedWebhooks", r.last_at as "rejectedAt",
        (select count(*)::int from (select from payments p where p.account_id = a.account_id and p.provider_id is not null
            and p.state = 'paid' and p.created_at >= greatest($2, coalesce(a.verified_at, a.created_at))
            and coalesce(a.verified_at, a.created_at) >= $2 and p.state_changed_at < $3 limit 200) paid) as accepted
      from payment_accounts a left join rejected_payment_webhooks r using (account_id)
      where a.store_id = $1 order by a.created_at, a.account_id`,
    values: [storeId, after, before],
  });
