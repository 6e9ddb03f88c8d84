import type { Channel } from '@retoma/flow';
import { declarationOf } from '../channels/index.ts';
import type { Clock } from '../../base/clock.ts';
import type { Queryable } from '../../base/postgres/pool.ts';
import { observationList } from '../queries/connection-observations.ts';
import { connectionFacts, paymentFacts } from '../queries/first-contact.ts';
import { isPaymentProvider, paymentProvider } from '../payments/index.ts';
import { firstContactOf, firstDays, webhookDelayMs, type FirstContactFinding } from './find-findings.ts';

/** A connection of a channel or an account of payments, with what its first contact with the provider shows. */
export type FirstContact = {
  readonly id: string;
  readonly of: Channel | 'payments';
  readonly provider: string;
  readonly findings: readonly FirstContactFinding[];
};

type FirstContactDeps = { readonly db: Queryable; readonly clock: Clock };

const windowAt = (now: number): { after: Date; before: Date } => ({
  after: new Date(now - firstDays),
  before: new Date(now - webhookDelayMs),
});

/** COM43: the findings about a store's active connections, by channel. Simulated providers have none. */
export async function channelFirstContacts({ db, clock }: FirstContactDeps, storeId: string): Promise<FirstContact[]> {
  const now = clock();
  const facts = await connectionFacts(db, storeId, windowAt(now));
  const observations = await observationList(db, storeId);
  return facts.map(({ connectionId: id, channel, provider, since, firstWebhookAt, ...counts }) => {
    const webhooks = declarationOf(channel, provider)?.webhooks;
    const findings = webhooks
      ? firstContactOf(
          {
            ...counts,
            since: since.getTime(),
            firstWebhookAt: firstWebhookAt?.getTime() ?? null,
            reportsDeliveries: webhooks.reports.delivered,
            observations: observations.filter(({ connectionId }) => connectionId === id),
          },
          now,
        )
      : [];
    return { id, of: channel, provider, findings };
  });
}

/** COM43: the findings about a store's payment accounts. */
export async function paymentFirstContacts({ db, clock }: FirstContactDeps, storeId: string): Promise<FirstContact[]> {
  const now = clock();
  const facts = await paymentFacts(db, storeId, windowAt(now));
  return facts.map(({ accountId: id, provider, since, firstWebhookAt, accepted, rejectedWebhooks, rejectedAt }) => {
    const isRecent = rejectedAt !== null && now - rejectedAt.getTime() <= firstDays;
    const hasWebhooks = isPaymentProvider(provider) && paymentProvider(provider).setupHelp !== undefined;
    const findings = hasWebhooks
      ? firstContactOf(
          {
            since: since.getTime(),
            firstWebhookAt: firstWebhookAt?.getTime() ?? null,
            accepted,
            delivered: accepted,
            reportsDeliveries: false,
            observations: isRecent ? [{ code: 'rejected_signature', shape: '', count: rejectedWebhooks }] : [],
            stoppedTemplates: [],
          },
          now,
        )
      : [];
    return { id, of: 'payments', provider, findings };
  });
}
