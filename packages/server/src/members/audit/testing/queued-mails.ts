import type { Database } from '../../../base/postgres/pool.ts';

/** The queued e-mails about accounts with their recipients' addresses, in the order of kind and address. `kind`: only that one. */
export async function queuedMails(db: Database, kind?: string): Promise<{ kind: string; recipient: string }[]> {
  const { rows } = await db.query<{ kind: string; recipient: string }>(
    `select kind, coalesce(recipient, email) as recipient from account_mails left join users on user_id = recipient_id
     where $1::text is null or kind = $1 order by 1, 2`,
    [kind ?? null],
  );
  return rows;
}
