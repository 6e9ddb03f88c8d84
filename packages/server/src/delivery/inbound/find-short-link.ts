import type { Database } from '../../db/pool.ts';
import { shortLinkFind } from '../../db/queries/messages/short-links.ts';
import type { MarkedLink } from '../../links/tracking-links.ts';
import { isShortCode } from '../../links/short-link.ts';

/** The target and the message of an SMS's short link; undefined for an unknown code. */
export async function findShortLink(db: Database, code: string): Promise<MarkedLink | undefined> {
  const link = isShortCode(code) ? await shortLinkFind(db, code) : undefined;
  return link && { ...link, message: link.messageKey };
}
