import type { Cents, PaymentMethod, PaymentRefusal } from '@retoma/commerce';
import type { PaymentDetails } from '../provider.ts';

/** A stored payment of the sandbox. */
export type SandboxPayment = {
  paymentId: string;
  storeId: string;
  method: PaymentMethod;
  state: 'pending' | 'processing' | 'paid' | 'failed' | 'expired' | 'cancelled' | 'refunded';
  /** With `failed`: the reason. */
  reason: PaymentRefusal | null;
  amount: Cents;
  details: PaymentDetails;
  /** When it got its state, milliseconds since 1970. */
  stateAt: number;
};

/** The storage of the sandbox's payments. */
export type SandboxPayments = {
  /** Stores a payment and returns it; with a known id it returns the stored one. */
  keep(payment: SandboxPayment): Promise<SandboxPayment>;
  find(paymentId: string): Promise<SandboxPayment | undefined>;
  /** Writes a payment's new state; false: its state is no longer `from`. */
  move(moved: SandboxPayment, from: SandboxPayment['state']): Promise<boolean>;
};
