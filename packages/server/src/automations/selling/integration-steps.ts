import { redirectOf, type CheckoutRequest, type StoreSite } from '@retoma/commerce';
import type { StepState } from './selling-steps.ts';

/** What a store's own site has done so far. Instants in milliseconds since 1970. */
export type IntegrationFacts = {
  readonly site: StoreSite;
  /** When a key of the store was last used; null: never. */
  readonly keyUsedAt: number | null;
  /** The requests of the newest checkouts, newest first, and whether each was signed (CHK11). */
  readonly requests: readonly { readonly redirect: CheckoutRequest['redirect']; readonly signed: boolean }[];
  /** Whether one of the store's first orders was paid. */
  readonly hasPaidOrder: boolean;
  readonly webhooks: readonly {
    readonly state: 'enabled' | 'disabled';
    readonly lastSuccessAt: number | null;
    readonly failingSince: number | null;
  }[];
};

/** API11: the steps of a developer who connects a store's site. */
export type Integration = {
  readonly key: { readonly state: StepState; readonly usedAt: string | null };
  readonly purchase: { readonly state: StepState };
  /** `hostname`: of the address to which shoppers return; where it is not used, of the one that was sent. */
  readonly returns: { readonly state: StepState; readonly hostname: string | null };
  /** How many endpoints there are, and how many are disabled or do not answer with success. */
  readonly webhooks: { readonly state: StepState; readonly endpoints: number; readonly failing: number };
};

/** API11: computes them. A store whose keys were never used needs none of them: they are optional. Pure. */
export function integrationSteps(facts: IntegrationFacts): Integration {
  const { keyUsedAt, hasPaidOrder } = facts;
  const missing: StepState = keyUsedAt === null ? 'optional' : 'missing';
  return {
    key: {
      state: keyUsedAt === null ? 'optional' : 'done',
      usedAt: keyUsedAt === null ? null : new Date(keyUsedAt).toISOString(),
    },
    purchase: { state: keyUsedAt !== null && hasPaidOrder ? 'done' : missing },
    returns: returnsStep(facts, missing),
    webhooks: webhooksStep(facts, missing),
  };
}

function returnsStep({ requests, site }: IntegrationFacts, missing: StepState): Integration['returns'] {
  const used = requests.map(({ redirect, signed }) => redirectOf({ redirect }, signed, site).successUrl).find(Boolean);
  if (used) return { state: 'done', hostname: new URL(used).hostname };
  const sent = requests.map(({ redirect }) => redirect?.successUrl).find(Boolean);
  return sent ? { state: 'unverified', hostname: new URL(sent).hostname } : { state: missing, hostname: null };
}

function webhooksStep({ webhooks }: IntegrationFacts, missing: StepState): Integration['webhooks'] {
  const endpoints = webhooks.length;
  const failing = webhooks.filter(({ state, failingSince }) => state === 'disabled' || failingSince !== null).length;
  if (endpoints === 0) return { state: missing, endpoints, failing };
  const isProved = webhooks.every(({ lastSuccessAt }) => lastSuccessAt !== null);
  return { state: isProved && failing === 0 ? 'done' : 'unverified', endpoints, failing };
}
