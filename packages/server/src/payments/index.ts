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

/** The names of the payment providers; each has a folder. */
export const paymentProviderNames = ['pix-key', 'mercadopago', 'sandbox'] as const;

/** The name of a payment provider. */
export type PaymentProviderName = (typeof paymentProviderNames)[number];

/** The account form of each provider. */
export const accountForms = {
  'pix-key': pixKeyForm,
  mercadopago: mercadopagoForm,
  sandbox: sandboxForm,
} satisfies Record<PaymentProviderName, AccountForm>;

/** The dependencies of the providers. */
export type PaymentProviderParts = {
  readonly callOut: CallOut;
  /** The base URL of Mercado Pago's API, without a trailing slash. */
  readonly mercadopagoUrl: string;
  /** The storage of the sandbox's payments. */
  readonly sandboxPayments: SandboxPayments;
  readonly clock: Clock;
};

/** Every provider, by name. */
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
