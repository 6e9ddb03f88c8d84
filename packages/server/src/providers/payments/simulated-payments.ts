import type { Cents, EventData, PaymentMethod, PaymentRefusal } from '@retoma/commerce';

/** A stored payment of the sandbox. */
export type SimulatedPayment = {
  paymentId: string;
  storeId: string;
  method: PaymentMethod;
  state: 'pending' | 'processing' | 'paid' | 'failed' | 'expired' | 'cancelled' | 'refunded';
  /** With `failed`: the reason. */
  reason: PaymentRefusal | null;
  amount: Cents;
  /** The part that was given back; with `refunded` all of it. */
  refunded: Cents;
  /** The code or card, in the format of events (COM6). */
  details: NonNullable<EventData['payment']>;
  /** When it got its state, milliseconds since 1970. */
  stateAt: number;
};

/** The storage of the sandbox's payments. */
export type SimulatedPayments = {
  /** Stores a payment and returns it; with a known id it returns the stored one. */
  keep(payment: SimulatedPayment): Promise<SimulatedPayment>;
  find(paymentId: string): Promise<SimulatedPayment | undefined>;
  /** Writes a payment's new state; false: it is no longer as `from`. */
  move(moved: SimulatedPayment, from: Pick<SimulatedPayment, 'state' | 'refunded'>): Promise<boolean>;
};
