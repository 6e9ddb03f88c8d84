import { paymentRefusals, type PaymentRefusal } from './refusals.ts';

/** What a card of the sandbox comes to: paid, under review until somebody decides, or refused for that reason. */
export type SandboxCard = 'accepted' | 'review' | PaymentRefusal;

/** Every card that the sandbox knows: those that pay first. */
export const sandboxCards: readonly SandboxCard[] = [
  'accepted',
  'review',
  ...(Object.keys(paymentRefusals) as PaymentRefusal[]),
];

const prefix = 'sandbox-';

/** The token of a card of the sandbox, as a provider's script would make one: `sandbox-insufficient_funds`. */
export const sandboxCardToken = (card: SandboxCard): string => `${prefix}${card}`;

/** The card that a token stands for; undefined where it is none of the sandbox's. */
export const sandboxCardOf = (token: string): SandboxCard | undefined =>
  sandboxCards.find((card) => sandboxCardToken(card) === token);
