import type { PanelEndpoint } from '../../../../http/endpoint.ts';
import { channelsContract } from '../../../../providers/panel/channels/contract.ts';
import { conversionsContract } from '../../../../providers/panel/ads/contract.ts';
import { freightContract } from '../../../../providers/panel/freight/contract.ts';
import { keysContract } from '../../../../stores/panel/keys/contract.ts';
import { mediaContract } from '../../../../stores/panel/media-contract.ts';
import { paymentsContract } from '../../../../providers/panel/payments/contract.ts';
import { pricesContract } from '../../../../shop/prices/panel/contract.ts';
import { storeContract } from '../../../../stores/panel/contract.ts';
import { teamContract } from '../../../../members/panel/team/contract.ts';

/** The endpoints of a store's settings. */
export const settingsContract = {
  ...storeContract,
  ...keysContract,
  ...channelsContract,
  ...paymentsContract,
  ...conversionsContract,
  ...freightContract,
  ...pricesContract,
  ...teamContract,
  ...mediaContract,
} as const satisfies Record<string, PanelEndpoint>;
