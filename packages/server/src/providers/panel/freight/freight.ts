import { simulateFreight } from '../../connections/freight/simulate-freight.ts';
import type { Context } from '../../../context.ts';
import { connectFreightAccount, removeFreightAccount } from '../../connections/freight/connect.ts';
import {
  describeFreightReason,
  freightAccountsOf,
  freightProviderList,
} from '../../connections/freight/list-accounts.ts';
import { fieldsOf } from '../../connections/settings-schema.ts';
import { changeFreightSettings, readFreightSettings } from '../../../stores/freight-settings.ts';
import { writableRegion } from '../../freight/region.ts';
import { deliveryDay } from '../../freight/delivery-day.ts';
import { providerTimeoutMs } from '../channels/channels.ts';
import type { PanelHandlers } from '../../../panel-contract.ts';

/** GET and POST /panel/api/stores/:storeId/freight, POST …/freight/simulate, and …/freight-accounts: COM31 to COM33. */
export const freightHandlers = (
  context: Context,
): PanelHandlers<
  'readFreight' | 'changeFreight' | 'simulateFreight' | 'connectFreightAccount' | 'removeFreightAccount'
> => ({
  ...settingsHandlers(context),
  ...accountHandlers(context),
});

const settingsHandlers = (context: Context): PanelHandlers<'readFreight' | 'changeFreight' | 'simulateFreight'> => ({
  readFreight: async ({ params: { storeId }, locale }) => {
    const accounts = await freightAccountsOf(context, storeId);
    const settings = await readFreightSettings(context.db, storeId);
    return {
      success: true,
      settings: {
        ...settings,
        freeFrom: settings.freeFrom.map(({ region, total }) => ({ region: region && writableRegion(region), total })),
      },
      accounts: accounts.map(({ storedCredentials, lastError, verifiedAt, ...account }) => ({
        ...account,
        credentials: [...storedCredentials],
        lastError: lastError === null ? null : describeFreightReason(lastError, locale),
        verified: verifiedAt !== null,
      })),
      providers: freightProviderList().map(({ name, label, whereToFind, form }) => ({
        name,
        label,
        whereToFind,
        settings: fieldsOf(form.settings),
        credentials: fieldsOf(form.credentials),
      })),
    };
  },
  changeFreight: async ({ params: { storeId }, body, audit }) => {
    const isChanged = await changeFreightSettings(context.db, storeId, body, audit);
    return isChanged ? { success: true } : 'NOT_FOUND';
  },
  simulateFreight: async ({ params: { storeId }, body, locale }) => {
    const store = await context.directory.find(storeId);
    if (!store) return 'NOT_FOUND';
    const { offers, carriers } = await simulateFreight(context, storeId, body);
    return {
      success: true,
      offers: offers.map(({ name, carrier, cost, turnaroundMinDays: minDays, turnaroundMaxDays: maxDays, quote }) => ({
        name,
        carrier,
        cost,
        minDays,
        maxDays,
        arrivesBy: deliveryDay(maxDays ?? minDays, context.clock(), store.timeZone),
        isEarlier: quote?.isEarlier ?? false,
      })),
      carriers: carriers.map(({ provider, reason }) => ({
        provider,
        isWorking: reason === null,
        reason: reason === null ? null : describeFreightReason(reason, locale),
      })),
    };
  },
});

const accountHandlers = (context: Context): PanelHandlers<'connectFreightAccount' | 'removeFreightAccount'> => ({
  connectFreightAccount: async ({ params: { storeId }, body, locale, audit }) => {
    const set = await connectFreightAccount(context, storeId, body, AbortSignal.timeout(providerTimeoutMs), audit);
    if (set.ok) return { success: true, verified: set.verified };
    const { code, issues, reason } = set;
    if (code === 'STORE_NOT_FOUND') return 'NOT_FOUND';
    if (reason === undefined) return { ok: false, code, details: { issues: [...issues] } };
    return { ok: false, code, details: { reason: describeFreightReason(reason, locale) } };
  },
  removeFreightAccount: async ({ params: { storeId, accountId }, audit }) => {
    const isRemoved = await removeFreightAccount(context.db, storeId, accountId, audit);
    return isRemoved ? { success: true } : 'NOT_FOUND';
  },
});
