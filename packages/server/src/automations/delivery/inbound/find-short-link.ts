import type { Database } from '../../../base/postgres/pool.ts';
import { shortLinkFind } from '../queries/short-links.ts';
import type { MarkedLink } from '../../../base/links/tracking-links.ts';
import { isShortCode } from '../../../base/links/short-link.ts';

/** The target and the message of an SMS's short link; undefined for an unknown code. */
export async function findShortLink(db: Database, code: string): Promise<MarkedLink | undefined> {
  const link = isShortCode(code) ? await shortLinkFind(db, code) : undefined;
  return link && { ...link, message: link.messageKey };
}
