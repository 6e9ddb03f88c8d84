import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../context.ts';
import { addAppearance } from './appearance.ts';
import { addChannelTests } from './channel-tests.ts';
import { addChannels } from './channels.ts';
import { addDomains } from './domains.ts';
import { addKeys } from './keys.ts';
import { addStoreMedia } from './media.ts';
import { addPairing } from './pairing.ts';
import { addPaymentAccounts } from './payment-accounts.ts';
import { addPersonData } from './person-data.ts';
import { addSenders } from './senders.ts';
import { addShippingOptions } from './shipping-options.ts';
import { addStoreSettings } from './store-settings.ts';
import { addTeam } from './team.ts';
import { addTryKey } from './try-key.ts';

/** Everything that a store is set up with. */
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
