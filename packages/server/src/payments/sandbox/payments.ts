import type { Cents, PaymentMethod, PaymentRefusal } from '@retoma/commerce';
import type { PaymentDetails } from '../provider.ts';

/** A payment as the sandbox keeps it. */
export type SandboxPayment = {
  paymentId: string;
  storeId: string;
  method: PaymentMethod;
  state: 'pending' | 'processing' | 'paid' | 'failed' | 'expired' | 'cancelled' | 'refunded';
  /** With `failed`: why. */
  reason: PaymentRefusal | null;
  amount: Cents;
  details: PaymentDetails;
  /** Since when it is in its state, in milliseconds. */
  stateAt: number;
};

/** Where the sandbox keeps its payments. */
export type SandboxPayments = {
  /** Keeps a payment and returns it; the same id twice keeps and returns the first. */
  keep(payment: SandboxPayment): Promise<SandboxPayment>;
  find(paymentId: string): Promise<SandboxPayment | undefined>;
  /** Writes what happened to it, unless it was moved meanwhile: false. `from` is the state it was read in. */
  move(moved: SandboxPayment, from: SandboxPayment['state']): Promise<boolean>;
};
