import { buildBrCode, formatDocument, formatPhone, localized, pixKeyKind } from '@retoma/commerce';
import type { PaymentRequest, CreateResult, PaymentAccount, ProviderDefinition } from '../provider.ts';
import { txidOf } from '../txid.ts';
import { pixKeyForm } from './form.ts';

/**
 * PIX to the store's own key: the code is made here, without calls or webhooks. The merchant sees the money
 * in the bank and marks the order paid (COM2).
 */
export const pixKey: ProviderDefinition = {
  label: localized('Chave PIX da loja', 'The store’s PIX key'),
  isSimulated: false,
  methods: ['pix'],
  needs: {},
  hasWebhooks: false,
  form: pixKeyForm,
  open: () => ({
    // Only the format of key, holder and city can be verified.
    verify({ settings }) {
      const checked = pixKeyForm.settings.safeParse(settings);
      return Promise.resolve(
        checked.success
          ? { outcome: 'ok', account: keyForPeople(checked.data.key) }
          : { outcome: 'refused', reason: 'SETTINGS' },
      );
    },
    create: (account, payment) => Promise.resolve(createPixPayment(account, payment)),
    find: () => Promise.resolve({ outcome: 'unknown' }),
    cancel: () => Promise.resolve({ outcome: 'unsupported' }),
    refund: () => Promise.resolve({ outcome: 'unsupported' }),
    parseWebhook: () => ({ outcome: 'invalid_signature' }),
  }),
};

/** A key as people write it: `529.982.247-25`, `(11) 98765-4321`. */
const keyForPeople = (key: string): string => (pixKeyKind(key) === 'phone' ? formatPhone(key) : formatDocument(key));

function createPixPayment(account: PaymentAccount, payment: PaymentRequest): CreateResult {
  const settings = pixKeyForm.settings.safeParse(account.settings);
  if (!settings.success) return { outcome: 'broken', reason: 'SETTINGS' };
  const txid = txidOf(payment.orderNumber, payment.paymentId);
  const code = buildBrCode({ kind: 'static', ...settings.data, txid, amount: payment.amount, once: false });
  // The settings are valid, so the amount is too large for a code.
  if (!code.ok) return { outcome: 'refused', reason: 'unavailable' };
  const expires_at = payment.expiresAt === null ? null : new Date(payment.expiresAt).toISOString();
  const details = { pix: { payload: code.text, txid, expires_at } };
  return { outcome: 'made', providerId: payment.paymentId, update: { state: 'pending', at: payment.now, details } };
}
