import type { Clock } from '../platform/clock.ts';
import type { CallOut } from '../platform/http-client.ts';
import type { AccountForm } from './settings-form.ts';
import { mercadopagoForm } from './mercadopago/account.ts';
import { mercadopagoProvider } from './mercadopago/index.ts';
import { pixKeyForm } from './pix-key/account.ts';
import { pixKeyProvider } from './pix-key/index.ts';
import type { PaymentProvider } from './provider.ts';
import { sandboxForm } from './sandbox/account.ts';
import type { SandboxPayments } from './sandbox/payments.ts';
import { sandboxProvider } from './sandbox/index.ts';

/** The providers of payments: a folder for each. */
export const paymentProviderNames = ['pix-key', 'mercadopago', 'sandbox'] as const;

/** The name of a provider. */
export type PaymentProviderName = (typeof paymentProviderNames)[number];

/** What each provider asks a store for. */
export const accountForms = {
  'pix-key': pixKeyForm,
  mercadopago: mercadopagoForm,
  sandbox: sandboxForm,
} satisfies Record<PaymentProviderName, AccountForm>;

/** What the providers are made of. */
export type PaymentProviderParts = {
  readonly callOut: CallOut;
  /** Where Mercado Pago's API is, without a trailing slash. */
  readonly mercadopagoUrl: string;
  /** Where the sandbox keeps its payments. */
  readonly sandboxPayments: SandboxPayments;
  readonly clock: Clock;
};

/** Every provider, by its name. */
export type PaymentProviders = Readonly<Record<PaymentProviderName, PaymentProvider>>;

/** Opens the providers of one process. */
export function openPaymentProviders({
  callOut,
  mercadopagoUrl,
  sandboxPayments,
  clock,
}: PaymentProviderParts): PaymentProviders {
  return {
    'pix-key': pixKeyProvider,
    mercadopago: mercadopagoProvider(callOut, mercadopagoUrl),
    sandbox: sandboxProvider(sandboxPayments, clock),
  };
}
