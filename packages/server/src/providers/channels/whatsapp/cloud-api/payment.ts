import { createHash } from 'node:crypto';
import { parseBrCode } from '@retoma/commerce';

/** The payee as registered for payments in the account. A dynamic PIX code does not contain it. */
export type PixAccount = {
  readonly merchantName: string;
  readonly key: string;
  readonly keyType: 'CPF' | 'CNPJ' | 'EMAIL' | 'PHONE' | 'EVP';
};

/**
 * The payment request for a PIX code. Undefined: the account sends none, the text is not a PIX code, or the code has no amount. The
 * reference is a hash of the message's key, since the API accepts at most 35 characters.
 */
export function paymentOf(
  code: string,
  { key, pix }: { readonly key: string; readonly pix: PixAccount | null },
): object | undefined {
  const parsed = pix && parseBrCode(code);
  if (!pix || !parsed?.ok || parsed.code.amount === undefined) return undefined;
  const paid = { code, merchant_name: pix.merchantName, key: pix.key, key_type: pix.keyType };
  return {
    reference_id: createHash('sha256').update(key).digest('hex').slice(0, 32),
    type: 'digital-goods',
    payment_type: 'br',
    payment_settings: [{ type: 'pix_dynamic_code', pix_dynamic_code: paid }],
    currency: 'BRL',
    total_amount: { value: parsed.code.amount, offset: 100 },
  };
}
