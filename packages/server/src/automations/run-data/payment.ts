import { fieldsIn, integerIn, textIn, type Fields } from './fields.ts';
import type { RunDataSources } from './sources.ts';

/** The payment members of `{{order.…}}`. `order`: the other members of the order. */
export function paymentFields(sources: RunDataSources, order: Fields) {
  const { payment } = sources;
  return {
    gateway: payment['provider'],
    transaction_id: payment['transaction_id'] ?? fieldsIn(payment['pix'])['end_to_end_id'] ?? payment['id'],
    refusal_reason: payment['refusal_reason'],
    refused_at: payment['refused_at'] ?? sources.instantOf('payment.failed'),
    ...pixFields(sources, fieldsIn(payment['pix'])),
    ...boletoFields(sources, fieldsIn(payment['boleto'])),
    ...cardFields(payment, order),
  };
}

function pixFields(sources: RunDataSources, reported: Fields) {
  const payload = textIn(reported['payload']);
  const page = textIn(reported['url']);
  // A PIX without code and page cannot be paid: none of its members is shown.
  const pix = payload === '' && page === '' ? null : reported;
  const expiry = Date.parse(textIn(pix?.['expires_at']));
  return {
    pix_code: payload,
    url_pix_gerado: pix && (page || sources.payLink('?view=pix')),
    pix_txid: pix?.['txid'],
    pix_created_at: pix && (pix['created_at'] ?? sources.instantOf('pix.generated')),
    pix_expires_at: pix?.['expires_at'],
    pix_expires_in_minutes: Number.isNaN(expiry)
      ? undefined
      : Math.max(0, Math.floor((expiry - sources.context.now) / 60_000)),
    pix_receiver_name: receiverIn(payload),
  };
}

/**
 * The receiver's name in a BR Code: member 59 in a sequence of members, each with two digits of id, two digits of length, and the value.
 */
function receiverIn(payload: string): string | undefined {
  for (let at = 0; at + 4 <= payload.length;) {
    const length = Number(payload.slice(at + 2, at + 4));
    if (!Number.isInteger(length)) return undefined;
    if (payload.startsWith('59', at)) return payload.slice(at + 4, at + 4 + length);
    at += 4 + length;
  }
  return undefined;
}

/** If the provider has no page for the boleto, its URL is Retoma's page. */
const boletoFields = (sources: RunDataSources, boleto: Fields) => ({
  boleto_line: boleto['line'],
  boleto_barcode: boleto['barcode'],
  boleto_url: boleto['url'] ?? (textIn(boleto['line']) === '' ? undefined : sources.payLink('?view=boleto')),
  boleto_expires_at: boleto['expires_at'],
});

/** The paid amount and the number of instalments, which is one except for cards. */
function cardFields(payment: Fields, order: Fields) {
  const card = fieldsIn(payment['card']);
  const method = textIn(order['payment_method']);
  const reportedInstallments = integerIn(payment['installments'] ?? card['installments']);
  const installments = reportedInstallments ?? (method === '' || method.endsWith('card') ? undefined : 1);
  const paid =
    integerIn(payment['paid_amount']) ?? (order['payment_status'] === 'paid' ? integerIn(order['total']) : undefined);
  return {
    card_brand: card['brand'],
    card_last_digits: card['last_digits'] ?? card['last4'],
    paid_amount: paid,
    installments,
    installment_value:
      payment['installment_value'] ?? (paid && installments ? Math.round(paid / installments) : undefined),
  };
}
