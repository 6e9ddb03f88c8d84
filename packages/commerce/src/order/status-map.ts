import type { OrderStatus } from './order-states.ts';

/** The words that other systems have for a payment status, in lower case. */
const words: Record<OrderStatus, readonly string[]> = {
  pending: ['pending', 'waiting', 'on-hold', 'ativa'],
  processing: ['processing', 'in_process', 'authorized'],
  paid: ['paid', 'approved', 'completed', 'invoiced', 'concluida'],
  failed: ['failed', 'refused', 'rejected'],
  cancelled: ['cancelled', 'canceled', 'voided', 'expired', 'refunded', 'charged_back'],
};

const statusOf = new Map(
  Object.entries(words).flatMap(([status, synonyms]) => synonyms.map((word) => [word, status as OrderStatus])),
);

/** COM4: the status that a word of another system stands for, whatever its case; undefined for a word that is not known. */
export const orderStatusOf = (word: string): OrderStatus | undefined => statusOf.get(word.trim().toLowerCase());
