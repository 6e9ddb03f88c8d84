import type { Channel } from '@retoma/flow';
import type { Context } from '../../../context.ts';
import { connectChannel, connectionChannels, removeConnection } from '../../connections/channels/connect.ts';
import { fieldsOf } from '../../connections/settings-schema.ts';
import { storeChannels, type StoreConnection } from '../../connections/channels/list-channels.ts';
import { channelFirstContacts } from '../../first-contact/read-first-contact.ts';
import type { PanelAnswer, PanelHandlers } from '../../../panel-contract.ts';
import { presentFindings } from '../present-first-contact.ts';
import { reasonText } from './reason-text.ts';

/** How long a provider may take to respond, in milliseconds. */
export const providerTimeoutMs = 20_000;

/** The channel that a path names; undefined if there is no such channel. */
export const channelIn = ({ channel }: { channel: string }): Channel | undefined =>
  connectionChannels.find((one) => one === channel);

type ConnectionView = NonNullable<PanelAnswer<'listChannels'>['channels'][number]['connection']>;

/** GET /panel/api/stores/:storeId/channels, POST …/:channel and …/:channel/remove: the connections of a store. */
export const channelsHandlers = (
  context: Context,
): PanelHandlers<'listChannels' | 'connectChannel' | 'disconnectChannel'> => ({
  listChannels: async ({ params: { storeId }, request, locale }) => {
    const channels = await storeChannels(context, storeId);
    const contacts = await channelFirstContacts(context, storeId);
    const reasonOf = reasonText(request);
    return {
      success: true,
      channels: channels.map(({ channel, connection, providers }) => ({
        channel,
        connection: connection && {
          ...present(connection, context.baseUrl, reasonOf),
          findings: presentFindings(contacts, connection.connectionId, locale),
        },
        providers: providers.map(({ name, provider: { label, form, webhooks, ...declared } }) => ({
          name,
          label,
          isSimulated: declared.isSimulated ?? false,
          isUnofficial: declared.isUnofficial ?? false,
          verifiedByMessage: declared.verifiedByMessage ?? false,
          setupHelp: webhooks?.setupHelp ?? null,
          whereToFind: declared.whereToFind ?? null,
          settings: fieldsOf(form.settings),
          credentials: fieldsOf(form.credentials),
        })),
      })),
    };
  },
  connectChannel: async ({ params, body, request, audit }) => {
    const { storeId } = params;
    const channel = channelIn(params);
    if (!channel) return 'NOT_FOUND';
    const signal = AbortSignal.timeout(providerTimeoutMs);
    const wanted = { ...body, channel, keepsCredentials: true };
    const set = await connectChannel(context, storeId, wanted, signal, audit);
    if (!set.ok) {
      const { code, issues, reason } = set;
      if (code === 'STORE_NOT_FOUND') return 'NOT_FOUND';
      return { ok: false, code, details: reason === undefined ? { issues } : { reason: reasonText(request)(reason) } };
    }
    return { success: true, verified: set.verified, hasWebhook: set.notices !== null };
  },
  disconnectChannel: async ({ params, audit }) => {
    const channel = channelIn(params);
    if (!channel) return 'NOT_FOUND';
    const isRemoved = await removeConnection(context, params.storeId, channel, audit);
    return isRemoved ? { success: true } : { ok: false, code: 'NO_CONNECTION' };
  },
});

function present(
  connection: StoreConnection,
  baseUrl: string,
  reasonOf: (reason: string) => string,
): Omit<ConnectionView, 'findings'> {
  const { notices } = connection;
  return {
    connectionId: connection.connectionId,
    provider: connection.provider,
    account: connection.account,
    pairs: connection.pairs,
    settings: connection.settings,
    credentials: [...connection.storedCredentials],
    perMinute: connection.perMinute,
    warmUp: connection.warmUpFirst,
    dailyLimit: connection.dailyLimit,
    since: connection.createdAt.toISOString(),
    lastError: connection.lastError === null ? null : reasonOf(connection.lastError),
    closedUntil: connection.circuitOpenUntil?.toISOString() ?? null,
    sent: connection.sent,
    waiting: connection.waiting,
    verified: connection.verifiedAt !== null,
    webhook: notices && {
      url: `${baseUrl}${notices.path}`,
      verifyToken: notices.verifyToken,
      firstAt: connection.firstWebhookAt?.toISOString() ?? null,
    },
  };
}
