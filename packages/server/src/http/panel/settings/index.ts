import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../context.ts';
import { addAppearance } from '../store/appearance.ts';
import { addChannelTests } from '../channels/channel-tests.ts';
import { addChannels } from '../channels/channels.ts';
import { addDomains } from '../store/domains.ts';
import { addKeys } from '../keys/keys.ts';
import { addStoreMedia } from '../store/media.ts';
import { addPairing } from '../channels/pairing.ts';
import { addPaymentAccounts } from '../payments/payment-accounts.ts';
import { addPersonData } from '../privacy/person-data.ts';
import { addSenders } from '../channels/senders.ts';
import { addShippingOptions } from '../store/shipping-options.ts';
import { addStoreSettings } from '../store/store-settings.ts';
import { addTeam } from '../team/team.ts';
import { addTryKey } from '../keys/try-key.ts';

/** Adds the endpoints of a store's settings. */
export function addSettings(app: FastifyInstance, context: Context): void {
  addStoreSettings(app, context);
  addDomains(app, context);
  addAppearance(app, context);
  addKeys(app, context);
  addTryKey(app, context);
  addChannels(app, context);
  addChannelTests(app, context);
  addStoreMedia(app, context);
  addPairing(app, context);
  addPaymentAccounts(app, context);
  addSenders(app, context);
  addShippingOptions(app, context);
  addTeam(app, context);
  addPersonData(app, context);
}
