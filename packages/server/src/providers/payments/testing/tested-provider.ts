import type { PaymentMethod } from '@retoma/commerce';
import { openOutgoing } from '../../../base/net/http-client.ts';
import { lowestId, newIdAt } from '../../../base/ids.ts';
import type {
  CreateResult,
  KnownPayment,
  PaymentAccount,
  PaymentProvider,
  PaymentRefund,
  PaymentRequest,
  ProviderDefinition,
  PaymentProviderDeps,
} from '../provider.ts';

/** Opens a provider whose server is on this machine. */
export const openProvider = (
  definition: ProviderDefinition,
  parts: Partial<PaymentProviderDeps> = {},
): PaymentProvider => ({
  ...definition,
  ...definition.open({
    callOut: openOutgoing({ allowPrivate: true }),
    settings: {},
    simulatedPayments: { keep: unstored, find: unstored, move: unstored },
    clock: Date.now,
    ...parts,
  }),
});

const unstored = (): never => {
  throw new Error('the provider stores no simulated payments');
};

/** A provider under test. */
export type Tested = {
  readonly provider: PaymentProvider;
  readonly account: PaymentAccount;
  /** The provider's clock. */
  readonly now: () => number;
  /** An account that the provider does not accept; null: it accepts every account. */
  readonly refused: PaymentAccount | null;
  /** Makes its server never respond to the next request; resolves when that request arrives. Absent: it has no server. */
  readonly hang?: () => Promise<void>;
  /** The same provider at a port without a server. Absent: it has no server. */
  readonly away?: PaymentProvider;
  /** Makes its server refuse the next request with this status and body. Absent: it has no server. */
  readonly refuseNext?: (status: number, body: unknown) => void;
  /** Tokens of a card that is accepted, one that is refused, and one that stays in review. */
  readonly cards?: {
    readonly accepted: string;
    readonly refused: string;
    readonly review: string;
    /** A card whose bank asks for a confirmation; absent: the provider makes none. */
    readonly challenged?: string;
    /** The most instalments, if fewer than 3. */
    readonly installments?: number;
  };
  /** The amounts that it takes; absent: every amount that a code can carry. */
  readonly amounts?: { readonly min: number; readonly max: number };
  /** The number of payments at the provider. */
  readonly count?: () => Promise<number> | number;
  /** Whether it answers a repeated request with an error, and not with the payment. */
  readonly refusesRepeats?: boolean;
  /** Pays a payment, or lets its code expire. */
  readonly pay?: (providerId: string) => Promise<void> | void;
  readonly expire?: (providerId: string) => Promise<void> | void;
};

const day = 86_400_000;
/** A signal that never aborts. */
export const never = new AbortController().signal;

/** A request for 189.90 by a payer with complete data; `change` overrides members. */
export function examplePaymentRequest(
  tested: Tested,
  method: PaymentMethod,
  change: Partial<PaymentRequest> = {},
): PaymentRequest {
  const now = tested.now();
  const { accepted: token = '', installments = 3 } = tested.cards ?? {};
  const card = { token, installments, brand: 'visa', lastDigits: '5682' };
  return {
    paymentId: newIdAt(now, lowestId),
    method,
    amount: 18_990,
    orderNumber: '1042',
    storeName: 'Pão & Café São João',
    expiresAt: method === 'card' ? null : now + 3 * day,
    payer: {
      name: 'Maria Souza Lima',
      email: 'maria@cliente.example',
      phone: '+5511987654321',
      document: '12345678909',
      address: {
        zipcode: '06233200',
        street: 'Av. das Nações Unidas',
        number: '3003',
        neighborhood: 'Bonfim',
        city: 'Osasco',
        state: 'SP',
      },
    },
    customerSince: null,
    items: [{ id: 'CAM-1', title: 'Camiseta', quantity: 2, unitPrice: 8_995 }],
    shipping: null,
    card: method === 'card' ? card : null,
    returnUrl: 'https://pay.retoma.example/pay/1/returned',
    notifyUrl: 'https://pay.retoma.example/webhooks/payments/1',
    now,
    ...change,
  };
}

/** Requests a payment at the provider under test. */
export const create = ({ provider, account }: Tested, payment: PaymentRequest): Promise<CreateResult> =>
  provider.create(account, payment, never);
/** Looks a payment up. */
export const find = ({ provider, account }: Tested, payment: KnownPayment) => provider.find(account, payment, never);
/** Cancels a payment. */
export const cancel = ({ provider, account }: Tested, payment: KnownPayment) =>
  provider.cancel(account, payment, never);
/** A request to refund the whole of `examplePaymentRequest`, or `part` of it; its id follows from what it asks for. */
export const refundOf = (payment: KnownPayment, part: { amount?: number; before?: number } = {}): PaymentRefund => ({
  ...payment,
  amount: 18_990,
  before: 0,
  refundId: `${payment.paymentId}-${part.before ?? 0}-${part.amount ?? 0}`,
  ...part,
});
/** Refunds a payment, or a part of it. */
export const refund = ({ provider, account }: Tested, payment: KnownPayment, part = {}) =>
  provider.refund(account, refundOf(payment, part), never);

type Made = CreateResult & { outcome: 'made' };

/** A result that must be a payment. */
export function madeOf(charged: CreateResult): Made {
  if (charged.outcome !== 'made') throw new Error(`not made: ${JSON.stringify(charged)}`);
  return charged;
}

/** Requests a payment that must be made; `known`: what looks it up. */
export async function started(
  tested: Tested,
  payment: PaymentRequest,
): Promise<{ made: Made; known: KnownPayment & { providerId: string } }> {
  const made = madeOf(await create(tested, payment));
  return { made, known: { paymentId: payment.paymentId, method: payment.method, providerId: made.providerId } };
}
