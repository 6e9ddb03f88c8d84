import type { ApiResponse } from '../../../api/call.ts';

/** What a store needs to sell for real, and what changes for shoppers then. */
export type Selling = ApiResponse<'GET /panel/api/stores/:storeId/selling'>;

/** The state of one step. */
export type StepState = Selling['prices']['state'];

/** Whether an account that receives money takes a payment method of the store. */
export const canReceive = ({ methods }: Pick<Selling, 'methods'>): boolean =>
  methods.some(({ by }) => by !== null && !by.isSimulated);

/** The steps of the store itself, which a page of its settings does. */
type OwnStep = 'sender' | 'seller' | 'freight' | 'sale';

/** One step: an account by its provider, a channel, a step of the store itself, or selling for real. */
export type NextStep = { account: string } | { channel: string } | { own: OwnStep } | 'live' | null;

/**
 * The one thing to do next: an account that receives money, the channels that people read, who sells and how it is shipped, selling for
 * real, and a first sale. Null: nothing. Pure.
 */
export function nextStep(selling: Selling): NextStep {
  const isOpen = ({ state }: { state: StepState }): boolean => state !== 'done' && state !== 'optional';
  const accounts = selling.accounts.filter(isOpen);
  const unverified = accounts.find(({ state }) => state === 'unverified');
  const account = canReceive(selling) ? unverified : (unverified ?? accounts[0] ?? selling.accounts[0]);
  if (account) return { account: account.provider };
  const channel = selling.channels.find(isOpen);
  if (channel) return { channel: channel.channel };
  for (const own of ['sender', 'seller', 'freight'] as const) if (isOpen(selling[own])) return { own };
  if (!selling.live) return 'live';
  return isOpen(selling.sale) ? { own: 'sale' } : null;
}
