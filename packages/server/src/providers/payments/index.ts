import type { z } from 'zod';
import { paymentProviders } from './registry.ts';
import type { PaymentProvider, ProviderDefinition, PaymentProviderDeps } from './provider.ts';

/** The name of a payment provider. */
export type PaymentProviderName = keyof typeof paymentProviders;

/** The names of the payment providers; each has a folder. */
export const paymentProviderNames = Object.keys(paymentProviders) as PaymentProviderName[];

/** Whether this release has a provider of that name. */
export const isPaymentProvider = (name: string): name is PaymentProviderName => Object.hasOwn(paymentProviders, name);

/** The definition of a provider. */
export const paymentProvider = (name: PaymentProviderName): ProviderDefinition => paymentProviders[name];

/** The names of the providers that move no money. */
export const simulatedProviderNames: readonly PaymentProviderName[] = paymentProviderNames.filter(
  (name) => paymentProvider(name).isSimulated,
);

/** The names of the providers that report nothing, so that the merchant confirms each payment. */
export const confirmedProviderNames: readonly PaymentProviderName[] = paymentProviderNames.filter(
  (name) => !paymentProvider(name).hasWebhooks,
);

/** The environment settings of all providers. */
export const paymentSettings: Readonly<Record<string, z.ZodType<string>>> = Object.assign(
  {},
  ...paymentProviderNames.map((name) => paymentProvider(name).environment),
) as Record<string, z.ZodType<string>>;

/** Every provider, by name. */
export type PaymentProviders = Readonly<Record<PaymentProviderName, PaymentProvider>>;

/** Opens the providers of one process. */
export const openPaymentProviders = (deps: PaymentProviderDeps): PaymentProviders =>
  Object.fromEntries(
    paymentProviderNames.map((name) => [name, { ...paymentProvider(name), ...paymentProvider(name).open(deps) }]),
  ) as PaymentProviders;
