import type { Context } from '../../context.ts';
import { sendingHandlers } from './channels/sending.ts';
import { channelsHandlers } from './channels/channels.ts';
import { channelTestsHandlers } from './channels/channel-tests.ts';
import { pairingHandlers } from './channels/pairing.ts';
import { paymentAccountsHandlers } from './payments/payment-accounts.ts';
import { conversionsHandlers } from './ads/conversions.ts';
import { shippingOptionsHandlers } from './freight/shipping-options.ts';
import { freightHandlers } from './freight/freight.ts';

/** The accounts of a store at providers of channels, payments, freight and advertising. */
export const providerHandlers = (context: Context) => ({
  ...sendingHandlers(context),
  ...channelsHandlers(context),
  ...channelTestsHandlers(context),
  ...pairingHandlers(context),
  ...paymentAccountsHandlers(context),
  ...conversionsHandlers(context),
  ...shippingOptionsHandlers(context),
  ...freightHandlers(context),
});
