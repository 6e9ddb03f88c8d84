import type { Context } from '../../../context.ts';
import {
  connectDestination,
  storeDestinations,
  switchDestination,
  testDestination,
} from '../../ads/connect-destination.ts';
import { pageOfConversions, recentCounts } from '../../ads/read-conversions.ts';
import { describeAnswer } from '../../ads/reasons.ts';
import { presentConversion, presentDestination, presentDestinationForms } from '../present-conversions.ts';
import { providerTimeoutMs } from '../channels/channels.ts';
import type { PanelHandlers } from '../../../panel-contract.ts';

/** /panel/api/stores/:storeId/conversion-destinations and …/conversions: the accounts at destinations, and what was sent (COM38). */
export const conversionsHandlers = (
  context: Context,
): PanelHandlers<
  'listDestinations' | 'connectDestination' | 'tryDestination' | 'switchDestination' | 'listConversions'
> => ({
  listDestinations: async ({ params: { storeId }, locale }) => {
    const accounts = await storeDestinations(context, storeId);
    return {
      success: true,
      accounts: accounts.map((account) => presentDestination(account, locale)),
      destinations: presentDestinationForms(),
      counts: await recentCounts(context, storeId),
    };
  },
  connectDestination: async ({ params: { storeId }, body, locale, audit }) => {
    const signal = AbortSignal.timeout(providerTimeoutMs);
    const connected = await connectDestination(context, storeId, body, signal, audit);
    if (connected.ok) return { success: true, verified: connected.verified };
    if (connected.code === 'STORE_NOT_FOUND') return 'NOT_FOUND';
    const { code, issues, reason } = connected;
    if (reason === undefined) return { ok: false, code, details: { issues } };
    return { ok: false, code, details: { reason: describeAnswer(reason, locale) } };
  },
  tryDestination: async ({ params: { storeId, destination }, locale }) => {
    const tested = await testDestination(context, storeId, destination, AbortSignal.timeout(providerTimeoutMs));
    if (!tested) return 'NOT_FOUND';
    const { isWorking, answer } = tested;
    return { success: true, isWorking, reason: answer && describeAnswer(answer, locale) };
  },
  switchDestination: async ({ params: { storeId, destination }, body, audit }) => {
    const isSwitched = await switchDestination(context, storeId, destination, body, audit);
    return isSwitched ? { success: true } : 'NOT_FOUND';
  },
  listConversions: async ({ params: { storeId }, query, locale }) => {
    const { rows, next } = await pageOfConversions(context.db, storeId, query);
    return { success: true, conversions: rows.map((row) => presentConversion(row, locale)), next };
  },
});
