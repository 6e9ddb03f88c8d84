import type { OrderStatus } from './order-states.ts';

/** Other systems' words for each payment status, in the form of `plainWord`. `disponivel`, of PagSeguro: its money was released. */
const synonyms: Record<OrderStatus, readonly string[]> = {
  pending: termsIn('pending waiting on-hold ativa pendente aguardando aguardando-pagamento waiting-payment'),
  processing: termsIn(
    'processing in-process in-analysis authorized processando em-processamento em-analise autorizado autorizada',
  ),
  paid: termsIn(
    'paid approved completed invoiced available concluida concluido pago paga aprovado aprovada disponivel faturado faturada ' +
      'pagamento-aprovado pagamento-confirmado',
  ),
  failed: termsIn('failed refused rejected declined falhou recusado recusada rejeitado rejeitada negado negada'),
  cancelled: termsIn(
    'cancelled canceled voided expired refunded charged-back cancelado cancelada expirado expirada reembolsado reembolsada ' +
      'estornado estornada devolvido devolvida',
  ),
};

function termsIn(text: string): string[] {
  return text.split(' ');
}

/** A word without case, accents and the `wc-` of WooCommerce; spaces, underscores and hyphens are hyphens. */
const plainWord = (word: string): string =>
  word
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, '-')
    .replace(/^wc-/, '');

const orderStatusByWord = new Map(
  Object.entries(synonyms).flatMap(([status, terms]) => terms.map((word) => [word, status as OrderStatus])),
);

/** COM4: the status for another system's word, however it is written; undefined for an unknown word. */
export const orderStatusOf = (word: string): OrderStatus | undefined => orderStatusByWord.get(plainWord(word));
