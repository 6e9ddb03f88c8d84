import { createHash } from 'node:crypto';
import { parseBrCode } from '@retoma/commerce';

/** Who is paid, as the account is registered for payments. A dynamic PIX code does not contain it. */
export type PixAccount = {
  readonly merchantName: string;
  readonly key: string;
  readonly keyType: 'CPF' | 'CNPJ' | 'EMAIL' | 'PHONE' | 'EVP';
};

/**
 * What a payment request says of a PIX code; undefined where the account sends none, the text is no PIX code, or the code leaves the
 * amount open. Its reference, of which the API takes 35 characters, is made of the message's key.
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
