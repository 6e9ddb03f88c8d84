import { paymentRefusals, type PaymentRefusal } from '@retoma/commerce';

/** The result of a sandbox card: paid, in review until a person decides, or refused for that reason. */
export type SandboxCard = 'accepted' | 'review' | PaymentRefusal;

/** All sandbox cards, beginning with the accepted one. */
export const sandboxCards: readonly SandboxCard[] = [
  'accepted',
  'review',
  ...(Object.keys(paymentRefusals) as PaymentRefusal[]),
];

const prefix = 'sandbox-';

/** The token of a sandbox card, in place of a provider's: `sandbox-insufficient_funds`. */
export const sandboxCardToken = (card: SandboxCard): string => `${prefix}${card}`;

/** The card of a token; undefined if it is not a sandbox token. */
export const sandboxCardOf = (text: string): SandboxCard | undefined =>
  sandboxCards.find((card) => sandboxCardToken(card) === text);
