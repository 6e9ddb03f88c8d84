import type { CardForm } from '@retoma/pay';
import type { CardPurchase } from '../provider.ts';
import { sandboxCards, sandboxCardToken } from './cards.ts';

/** Largest number and smallest amount (in cents) of instalments. The sandbox takes no interest. */
const limits = { max: 12, min: 1_000 };

/** The sandbox's cards to choose from, instead of fields. */
export function sandboxCardForm(_settings: unknown, { total }: CardPurchase): CardForm {
  const count = Math.max(1, Math.min(limits.max, Math.floor(total / limits.min)));
  return {
    kind: 'test-cards',
    cards: sandboxCards.map((outcome) => ({ token: sandboxCardToken(outcome), outcome })),
    installments: Array.from({ length: count }, (_, index) => index + 1),
  };
}
