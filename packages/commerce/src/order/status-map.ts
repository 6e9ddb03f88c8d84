import type { OrderStatus } from './order-states.ts';

/** Other systems' words for each payment status, in lower case. */
const synonyms: Record<OrderStatus, readonly string[]> = {
  pending: ['pending', 'waiting', 'on-hold', 'ativa'],
  processing: ['processing', 'in_process', 'authorized'],
  paid: ['paid', 'approved', 'completed', 'invoiced', 'concluida'],
  failed: ['failed', 'refused', 'rejected'],
  cancelled: ['cancelled', 'canceled', 'voided', 'expired', 'refunded', 'charged_back'],
};

const orderStatusByWord = new Map(
  Object.entries(synonyms).flatMap(([status, terms]) => terms.map((word) => [word, status as OrderStatus])),
);

/** COM4: the status for another system's word, in any case; undefined for an unknown word. */
export const orderStatusOf = (word: string): OrderStatus | undefined =>
  orderStatusByWord.get(word.trim().toLowerCase());
