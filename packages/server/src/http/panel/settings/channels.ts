import type { Channel } from '@retoma/flow';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../context.ts';
import { noteActivity } from '../../../people/activity.ts';
import { connectionChannels, removeConnection } from '../../../stores/connections.ts';
import { fieldsOf } from '../../../stores/provider-fields.ts';
import { connectChannel, storeChannels, type StoreConnection } from '../../../stores/store-channels.ts';
import { sessionOf } from '../../guards/session.ts';
import type { PanelAnswer } from '../contract.ts';
import { addEndpoint } from '../endpoint.ts';
import { reasonTold } from './reason-told.ts';

/** The channel that a path names, if it is one. */
export const channelIn = ({ channel }: { channel: string }): Channel | undefined =>
  connectionChannels.find((one) => one === channel);

type Shown = NonNullable<PanelAnswer<'listChannels'>['channels'][number]['connection']>;

/** GET /panel/api/stores/:storeId/channels, POST …/:channel and …/:channel/remove: the connections of a store. */
export function addChannels(app: FastifyInstance, context: Context): void {
  const { db, clock } = context;
  addEndpoint(app, context, 'listChannels', async ({ params: { storeId }, request }) => {
    const channels = await storeChannels(context, storeId);
    const tell = reasonTold(request);
    return {
      success: true,
      channels: channels.map(({ channel, connection, providers }) => ({
        channel,
        connection: connection && present(connection, context.baseUrl, tell),
        providers: providers.map(({ name, provider: { settings, credentials } }) => ({
          name,
          settings: fieldsOf(settings),
          credentials: fieldsOf(credentials),
        })),
      })),
    };
  });
  addEndpoint(app, context, 'connectChannel', async ({ params, body, request }) => {
    const { storeId } = params;
    const channel = channelIn(params);
    if (!channel) return 'NOT_FOUND';
    const set = await connectChannel(context, storeId, { ...body, channel });
    if (!set.ok) {
      const { code, issues } = set;
      return code === 'STORE_NOT_FOUND' ? 'NOT_FOUND' : { ok: false, code, details: { issues } };
    }
    const { userId } = sessionOf(request);
    const detail = `${channel} ${body.provider}`;
    await noteActivity(db, { storeId, userId, what: 'channel_connected', at: clock(), detail });
    return { success: true };
  });
  addEndpoint(app, context, 'disconnectChannel', async ({ params, request }) => {
    const { storeId } = params;
    const channel = channelIn(params);
    if (!channel) return 'NOT_FOUND';
    if (!(await removeConnection(context, storeId, channel))) return { ok: false, code: 'NO_CONNECTION' };
    const { userId } = sessionOf(request);
    await noteActivity(db, { storeId, userId, what: 'channel_disconnected', at: clock(), detail: channel });
    return { success: true };
  });
}

function present(connection: StoreConnection, baseUrl: string, tell: (reason: string) => string): Shown {
  const { connectionId, provider, settings, kept, perMinute, warmUpFirst, sent, waiting, notices } = connection;
  return {
    connectionId,
    provider,
    account: connection.account,
    pairs: connection.pairs,
    settings,
    credentials: [...kept],
    perMinute,
    warmUp: warmUpFirst,
    since: connection.createdAt.toISOString(),
    trouble: connection.trouble === null ? null : tell(connection.trouble),
    closedUntil: connection.closedUntil?.toISOString() ?? null,
    sent,
    waiting,
    webhookUrl: notices && `${baseUrl}${notices.path}`,
    verifyToken: provider === 'cloud-api' ? (notices?.secret ?? null) : null,
  };
}
