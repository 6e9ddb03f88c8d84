import type { Context } from '../../context.ts';
import { readSendingHandlers } from './channels/read-sending.ts';
import { channelsHandlers } from './channels/channels.ts';
import { channelTestsHandlers } from './channels/channel-tests.ts';
import { pairingHandlers } from './channels/pairing.ts';
import { sendersHandlers } from './channels/senders.ts';
import { paymentAccountsHandlers } from './payments/payment-accounts.ts';
import { conversionsHandlers } from './ads/conversions.ts';
import { shippingOptionsHandlers } from './freight/shipping-options.ts';
import { freightHandlers } from './freight/freight.ts';

/** The accounts of a store at providers of channels, payments, freight and advertising. */
export const providerHandlers = (context: Context) => ({
  ...readSendingHandlers(context),
  ...channelsHandlers(context),
  ...channelTestsHandlers(context),
  ...pairingHandlers(context),
  ...sendersHandlers(context),
  ...paymentAccountsHandlers(context),
  ...conversionsHandlers(context),
  ...shippingOptionsHandlers(context),
  ...freightHandlers(context),
});
