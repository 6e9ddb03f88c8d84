import type { PanelEndpoint } from '../../endpoint.ts';
import { channelsContract } from '../channels/contract.ts';
import { conversionsContract } from '../conversions/contract.ts';
import { freightContract } from '../freight/contract.ts';
import { keysContract } from '../keys/contract.ts';
import { mediaContract } from '../store/media-contract.ts';
import { paymentsContract } from '../payments/contract.ts';
import { pricesContract } from '../prices/contract.ts';
import { storeContract } from '../store/contract.ts';
import { teamContract } from '../team/contract.ts';

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
