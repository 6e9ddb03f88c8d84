// What a store still needs before it sells for real. Pure.
import type { PaymentMethod } from '@retoma/commerce';
import type { Channel } from '@retoma/flow';

/**
 * The state of one step. `simulated`: works, but reaches no one; `unverified`: stored, but its provider has not accepted it, or it has a
 * problem; `optional`: the store can do without it.
 */
export type StepState = 'done' | 'missing' | 'simulated' | 'unverified' | 'optional';

/** A provider that takes real money, and the store's account at it. */
export type PaymentFacts = {
  readonly provider: string;
  /** The methods that it supports. */
  readonly supports: readonly PaymentMethod[];
  /** Null: the store has no account there. */
  readonly account: {
    readonly verified: boolean;
    readonly hasError: boolean;
    readonly methods: readonly PaymentMethod[];
  } | null;
};

/**
 * The step of each payment provider, in their order. A provider without an account is missing while it would bring a method that neither
 * an account nor a provider above it brings.
 */
export function paymentSteps(providers: readonly PaymentFacts[]): { provider: string; state: StepState }[] {
  const covered = new Set(providers.flatMap(({ account }) => account?.methods ?? []));
  return providers.map(({ provider, supports, account }) => {
    if (account) {
      if (account.methods.length === 0) return { provider, state: 'optional' };
      return { provider, state: account.verified && !account.hasError ? 'done' : 'unverified' };
    }
    const brings = supports.filter((method) => !covered.has(method));
    for (const method of brings) covered.add(method);
    return { provider, state: brings.length > 0 ? 'missing' : 'optional' };
  });
}

/** A channel and its connection. `automations`: the active ones that send over it. */
export type ChannelFacts = {
  readonly channel: Channel;
  readonly automations: number;
  readonly connection: { readonly isSimulated: boolean; readonly works: boolean } | null;
};

/** Channels that a store needs only if an automation sends over them. */
const onDemand: ReadonlySet<Channel> = new Set(['sms']);

/** The step of a channel. */
export function channelStep({ channel, automations, connection }: ChannelFacts): StepState {
  if (connection && !connection.isSimulated) return connection.works ? 'done' : 'unverified';
  if (automations === 0 && onDemand.has(channel)) return 'optional';
  return connection ? 'simulated' : 'missing';
}

/** How many steps are done, of those that are not optional. */
export function progressOf(states: readonly StepState[]): { ready: number; total: number } {
  const counted = states.filter((state) => state !== 'optional');
  return { ready: counted.filter((state) => state === 'done').length, total: counted.length };
}
