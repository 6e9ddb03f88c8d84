import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../context.ts';
import { appearanceHandlers } from '../store/appearance.ts';
import { channelTestsHandlers } from '../channels/channel-tests.ts';
import { channelsHandlers } from '../channels/channels.ts';
import { domainsHandlers } from '../store/domains.ts';
import { keysHandlers } from '../keys/keys.ts';
import { storeMediaHandlers } from '../store/media.ts';
import { pairingHandlers } from '../channels/pairing.ts';
import { paymentAccountsHandlers } from '../payments/payment-accounts.ts';
import { personDataHandlers } from '../privacy/person-data.ts';
import { sendersHandlers } from '../channels/senders.ts';
import { shippingOptionsHandlers } from '../store/shipping-options.ts';
import { storeSettingsHandlers } from '../store/store-settings.ts';
import { teamHandlers } from '../team/team.ts';
import { tryKeyHandlers } from '../keys/try-key.ts';
import type { settingsContract } from './contract.ts';
import type { PanelHandlers } from '../handlers.ts';

/** The handlers of the endpoints of a store's settings. */
export const settingsHandlers = (
  app: FastifyInstance,
  context: Context,
): PanelHandlers<keyof typeof settingsContract> => ({
  ...storeSettingsHandlers(context),
  ...domainsHandlers(context),
  ...appearanceHandlers(context),
  ...keysHandlers(context),
  ...tryKeyHandlers(app, context),
  ...channelsHandlers(context),
  ...channelTestsHandlers(context),
  ...storeMediaHandlers(context),
  ...pairingHandlers(context),
  ...paymentAccountsHandlers(context),
  ...sendersHandlers(context),
  ...shippingOptionsHandlers(context),
  ...teamHandlers(context),
  ...personDataHandlers(context),
});
