import type { Locale } from '@retoma/flow';
import type { StoreDestination } from '../ads/connect-destination.ts';
import { destinationNames, destinationOf } from '../ads/index.ts';
import { describeAnswer, describeConversion } from '../ads/reasons.ts';
import type { pageOfConversions } from '../ads/read-conversions.ts';
import { fieldsOf } from '../connections/settings-schema.ts';
import type { PanelAnswer } from '../../panel-contract.ts';

type Listed = Awaited<ReturnType<typeof pageOfConversions>>['rows'][number];

/** A store's account at a destination, without its secrets. */
export const presentDestination = (
  { destination, settings, storedCredentials, active, sendsItems, legalBasis, verifiedAt, lastError }: StoreDestination,
  locale: Locale,
): PanelAnswer<'listDestinations'>['accounts'][number] => ({
  destination,
  settings,
  credentials: [...storedCredentials],
  active,
  sendsItems,
  legalBasis,
  verified: verifiedAt !== null,
  lastError: lastError === null ? null : describeConversion(lastError, locale),
});

/** Every destination with its form. */
export const presentDestinationForms = (): PanelAnswer<'listDestinations'>['destinations'] =>
  destinationNames.map((name) => {
    const { label, sends, form, whereToFind } = destinationOf(name);
    const fields = { settings: fieldsOf(form.settings), credentials: fieldsOf(form.credentials) };
    return { name, label, whereToFind, sends: [...sends], ...fields };
  });

/** A row of the ledger: ids and answers, no personal data. */
export const presentConversion = (
  row: Listed,
  locale: Locale,
): PanelAnswer<'listConversions'>['conversions'][number] => ({
  key: row.cursor,
  destination: row.destination,
  event: row.event,
  state: row.state,
  orderId: row.orderId,
  number: row.number,
  checkoutId: row.checkoutId,
  occurredAt: row.occurredAt.toISOString(),
  attempts: row.attempts,
  attemptedAt: row.attemptedAt?.toISOString() ?? null,
  dueAt: row.dueAt?.toISOString() ?? null,
  reason: row.reason === null ? null : describeConversion(row.reason, locale),
  answer: describeAnswer(row, locale),
});
