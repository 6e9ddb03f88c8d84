import { declarationOf } from '../channels/index.ts';
import type { Queryable } from '../db/pool.ts';
import { connectionFindActive } from '../db/queries/contacts/connections.ts';

/** The host, or the domain, of the servers that send a store's e-mail; null: it has none, or only simulates. */
export async function mailServerOf(db: Queryable, storeId: string): Promise<string | null> {
  const mail = await connectionFindActive(db, storeId, 'email');
  const { host } = mail?.settings ?? {};
  if (typeof host === 'string') return host;
  return (mail && declarationOf('email', mail.provider)?.spfDomain) ?? null;
}
