import { paymentRefusals, type PaymentRefusal } from './refusals.ts';

/** The result of a sandbox card: paid, under review until a person decides, or refused for that reason. */
export type SandboxCard = 'accepted' | 'review' | PaymentRefusal;

/** Every sandbox card: those that pay first. */
export const sandboxCards: readonly SandboxCard[] = [
  'accepted',
  'review',
  ...(Object.keys(paymentRefusals) as PaymentRefusal[]),
];

const prefix = 'sandbox-';

/** The token of a card of the sandbox, as a provider's script would make one: `sandbox-insufficient_funds`. */
export const sandboxCardToken = (card: SandboxCard): string => `${prefix}${card}`;

/** The card of a token; undefined if it is not a sandbox token. */
export const sandboxCardOf = (token: string): SandboxCard | undefined =>
  sandboxCards.find((card) => sandboxCardToken(card) === token);
