import type { Clock } from '../../base/clock.ts';
import { keysIn } from '../../base/contacts/contact-keys.ts';
import { newId } from '../../base/ids.ts';
import { inTransaction } from '../../base/postgres/transaction.ts';
import { auditAs } from '../../members/audit/audit-log.ts';
import { erasePerson, erasePurchases } from '../../privacy/erase-person.ts';
import type { PrivacyDeps } from '../../privacy/privacy-deps.ts';
import type { ConnectorDeps } from '../../shop/connectors/connector-deps.ts';
import type { PrivacyRequest } from '../../shop/connectors/connector.ts';
import { answerPrivacyRequests } from '../../shop/connectors/privacy-requests.ts';
import type { PlatformConnection } from '../../shop/connectors/queries/connections.ts';
import { shopRecordFind } from '../../shop/connectors/queries/shop-records.ts';

/** What carrying out a platform's requests needs. */
export type PlatformPrivacyDeps = PrivacyDeps & Pick<ConnectorDeps, 'log' | 'credentialsKey'>;

/** The orders, or events, that one transaction erases. */
const batch = 20;

/** CON10: carries out requests of platforms about personal data: erasures (COM8), and an e-mail to the owners if a person asked for their data. */
export const answerPlatformRequests = (deps: PlatformPrivacyDeps, limit: number): Promise<number> =>
  answerPrivacyRequests(deps, limit, (connection, request) => carryOut(deps, connection, request));

async function carryOut(
  deps: PlatformPrivacyDeps,
  connection: PlatformConnection,
  request: PrivacyRequest,
): Promise<void> {
  const { db, clock } = deps;
  const { storeId, platform, shop, name } = connection;
  const audit = auditAs({ userId: null, clock });
  if (request.kind === 'export-person') {
    return inTransaction(db, (tx) =>
      audit(tx, { storeId, action: 'shop_data_requested', detail: `${platform}: ${name}` }),
    );
  }
  if (request.kind === 'erase-shop')
    return eraseShop(deps, { storeId, prefix: `${platform}:${shop}:`, by: platform, clock });
  const { email, phone, document } = keysIn(request);
  if (email === null && phone === null && document === null) return;
  const person = {
    ...(email !== null && { email: request.email! }),
    ...(phone !== null && { phone: request.phone! }),
    ...(document !== null && { document: request.document! }),
  };
  await erasePerson(deps, { storeId, person, by: platform }, audit);
}

/** Erases the data of people in everything that came from a shop. */
async function eraseShop(
  { db }: PlatformPrivacyDeps,
  { storeId, prefix, by, clock }: { storeId: string; prefix: string; by: string; clock: Clock },
): Promise<void> {
  let erased = 0;
  for (;;) {
    const { orders, events } = await shopRecordFind(db, storeId, { prefix, limit: batch });
    if (orders.length + events.length === 0) break;
    await erasePurchases(db, { storeId, by, requestId: newId(storeId) }, { checkouts: [], orders, events });
    erased += orders.length + events.length;
  }
  if (erased === 0) return;
  await inTransaction(db, (tx) =>
    auditAs({ userId: null, clock })(tx, { storeId, action: 'person_erased', detail: `${by}: ${erased}` }),
  );
}
