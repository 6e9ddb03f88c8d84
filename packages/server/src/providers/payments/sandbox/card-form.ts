import type { CardForm, CardScript, InstallmentsView } from '@retoma/pay';
import type { CardPurchase } from '../provider.ts';
import { sandboxCardOf, sandboxCards, sandboxNumberOf } from './cards.ts';

/** Largest number and smallest amount (in cents) of instalments. The sandbox takes no interest. */
const limits = { max: 12, min: 1_000 };

/** The instalments of an amount. */
export const sandboxInstallments = (_settings: unknown, total: number): InstallmentsView => {
  const max = Math.max(1, Math.min(limits.max, Math.floor(total / limits.min)));
  return { max, interestFree: max };
};

/** The browser script of the card form. The form works without it. */
export const sandboxCardScript: CardScript = { file: 'sandbox-card-fields.js', foreign: [], connect: [], frame: [] };

/** The fields of a card, which take test numbers only. */
export function sandboxCardForm(settings: unknown, { total, document, testNumber }: CardPurchase): CardForm {
  const { max } = sandboxInstallments(settings, total);
  const chosen = sandboxCardOf(testNumber ?? '');
  return {
    kind: 'test-numbers',
    script: sandboxCardScript,
    cards: sandboxCards.map((outcome) => ({ number: sandboxNumberOf(outcome), outcome })),
    chosen: chosen === undefined ? null : sandboxNumberOf(chosen),
    asksDocument: document === null,
    installments: Array.from({ length: max }, (_, index) => index + 1),
  };
}
