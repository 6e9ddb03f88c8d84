import {
  abandon,
  attemptPayment,
  settlePayment,
  ship,
  type ChangedPurchase,
  type Purchase,
  type PurchaseChange,
} from './purchase.ts';
import type { Random } from './random.ts';
import type { Attempt, Shop } from './shop.ts';

/** What a shopper does. */
export type Intent = {
  /** Null: the shopper leaves the cart. */
  readonly first: Attempt | null;
  /** When the first code is paid, in milliseconds after it was made; null: not by itself. */
  readonly paysIn: number | null;
  /** The shopper returns after this message, counted from 1; null: never. */
  readonly returnsAfter: number | null;
  /** How the shopper pays on return; null: with the open code. */
  readonly returnsWith: Attempt | null;
  /** The shopper chose on the payment page to get no WhatsApp messages. */
  readonly optsOut: boolean;
};

/** A purchase after a change. `at`: milliseconds since 1970. */
export type Moment = ChangedPurchase & { readonly at: number };

/** A change to come. `isExpiry`: the end of a code, which a payment calls off. */
type Planned = { readonly at: number; readonly change: PurchaseChange; readonly isExpiry: boolean };

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** One shopper's purchase from its beginning: the changes that were made, and those that are still to come. */
export class Journey {
  /** The changes that were made, oldest first. */
  readonly moments: Moment[];
  #due: Planned[] = [];
  readonly #shop: Shop;
  readonly #random: Random;
  readonly #intent: Intent;
  readonly #until: number;
  #sent = 0;

  /** `until`: nothing is shipped or refunded later. */
  constructor(
    { shop, random, until }: { shop: Shop; random: Random; until: number },
    { purchase, intent }: { purchase: Purchase; intent: Intent },
  ) {
    this.#shop = shop;
    this.#random = random;
    this.#intent = intent;
    this.#until = until;
    const { createdAt } = purchase.checkout;
    this.moments = [{ at: createdAt, purchase, events: [] }];
    if (!purchase.shopper) return;
    const { first } = intent;
    if (first) this.#attempt(purchase.shopper.activeAt + random.between(1, 6) * minute, first);
    else this.#plan(purchase.shopper.activeAt + shop.abandonMinutes * minute, abandon(shop));
  }

  /** The purchase at an instant. */
  at(instant: number): Purchase {
    return (this.moments.findLast(({ at }) => at <= instant) ?? this.moments[0]!).purchase;
  }

  /** The next change after an instant and until another; null: there is none. */
  next(after: number, until: number): Moment | null {
    const made = this.moments.find(({ at }) => at > after);
    if (made) return made.at <= until ? made : null;
    const [due] = this.#due;
    if (!due || due.at > until) return null;
    this.#due.shift();
    const moment = { at: due.at, ...due.change(this.moments.at(-1)!.purchase, due.at) };
    this.moments.push(moment);
    this.#follow(moment);
    return moment;
  }

  /** A message reached the shopper at an instant. Returns whether it brings them back. */
  reached(at: number): boolean {
    const { returnsAfter, returnsWith } = this.#intent;
    const { order, payments } = this.at(at);
    if (order?.status === 'paid' || ++this.#sent !== returnsAfter) return false;
    const returnsAt = at + this.#random.between(4, 150) * minute;
    if (!returnsWith && returnsAt >= (payments[0]?.expiresAt ?? 0)) return false;
    if (returnsWith) this.#attempt(returnsAt, returnsWith);
    else this.#plan(returnsAt, settlePayment(this.#shop, 'paid'));
    return true;
  }

  /** Tries to pay; a code that is asked for on return is paid in some minutes. */
  #attempt(at: number, attempt: Attempt): void {
    this.#plan(at, attemptPayment(this.#shop, attempt));
    if (attempt.method === 'card') return;
    const paysIn = attempt === this.#intent.first ? this.#intent.paysIn : this.#random.between(1, 9) * minute;
    if (paysIn !== null) this.#plan(at + paysIn, settlePayment(this.#shop, 'paid'));
  }

  /** Plans what follows from a change: the end of a code that is not paid, the shipment or the refund of what was paid. */
  #follow({ at, purchase, events }: Moment): void {
    const [payment] = purchase.payments;
    const made = (type: string): boolean => events.some((event) => event.type === type);
    if ((made('pix.generated') || made('boleto.generated')) && payment?.expiresAt)
      this.#plan(payment.expiresAt, settlePayment(this.#shop, 'expired'), true);
    if (!made('payment.confirmed')) return;
    this.#due = this.#due.filter(({ isExpiry }) => !isExpiry);
    this.#deliver(at);
  }

  #deliver(at: number): void {
    if (this.#random.chance(0.05)) {
      this.#planUntil(at + this.#random.between(3, 15) * hour, settlePayment(this.#shop, 'refunded'));
      return;
    }
    const code = `EX${String(this.#random.between(100_000_000, 999_999_999))}BR`;
    const shipment = { code, url: `https://rastreio.example/${code}`, carrier: 'Correios' };
    let then = at;
    for (const status of ['posted', 'in_transit', 'delivered']) {
      then = this.#workingHour(then + this.#random.between(10, 50) * hour);
      this.#planUntil(then, ship(this.#shop, { ...shipment, status }));
    }
  }

  /** An instant between 9 and 17 o'clock of a working day, not before `at`. */
  #workingHour(at: number): number {
    const { offset } = this.#shop;
    const opensAt = (date: number): number => date * day + 9 * hour - offset;
    let date = Math.floor((at + offset) / day);
    // 1970 began on a Thursday, so that its third and fourth day were a weekend.
    while ([2, 3].includes(date % 7) || opensAt(date) + 8 * hour < at) date++;
    return this.#random.between(Math.max(at, opensAt(date)), opensAt(date) + 8 * hour);
  }

  #planUntil(at: number, change: PurchaseChange): void {
    if (at <= this.#until) this.#plan(at, change);
  }

  /** No two changes are at the same instant. */
  #plan(at: number, change: PurchaseChange, isExpiry = false): void {
    let instant = at;
    while (this.#due.some((due) => due.at === instant)) instant++;
    this.#due.push({ at: instant, change, isExpiry });
    this.#due.sort((one, other) => one.at - other.at);
  }
}
