import type { OrderStatus } from '@retoma/commerce';
import type { Capabilities } from '../connector.ts';
import type { PlacedOrder, PlatformServer } from './platform-server.ts';

/** An order as the shop knows it. */
export type ShopOrder = {
  readonly id: string;
  readonly method: PlacedOrder['method'];
  /** In cents. */
  readonly total: number;
  status: Extract<OrderStatus, 'pending' | 'paid' | 'failed' | 'cancelled'>;
  trackingCode: string | null;
};

const methods = ['pix', 'boleto', 'credit_card'] as const;

/** Lets things happen in a shop, and remembers them. Persons and amounts follow from how many orders there were. */
export class ShopHistory {
  readonly orders = new Map<string, ShopOrder>();
  readonly #server: PlatformServer;
  /** What is known of an order whose payment was refused; a platform that does not report it says that the order was cancelled. */
  readonly #refused: 'failed' | 'cancelled';
  #count = 0;

  constructor(server: PlatformServer, { failed }: Pick<Capabilities, 'failed'>) {
    this.#server = server;
    this.#refused = failed === 'never' ? 'cancelled' : 'failed';
  }

  /** A new shopper, whose e-mail and phone nobody else has. */
  newShopper(): Pick<PlacedOrder, 'name' | 'email' | 'phone' | 'total'> {
    const number = this.#count++;
    return {
      name: `Ana ${String.fromCodePoint(65 + (number % 26))} Lima`,
      email: `ana${number}@cliente.example`,
      phone: `+55119${String(80_000_000 + number)}`,
      total: `${10 + (number % 900)}.${String(number % 100).padStart(2, '0')}`,
    };
  }

  async place(order: Partial<PlacedOrder> = {}): Promise<ShopOrder> {
    const method = order.method ?? methods[this.#count % methods.length]!;
    const placed = { ...this.newShopper(), method, ...order };
    const id = await this.#server.place(placed);
    const total = Math.round(Number(placed.total) * 100);
    const kept: ShopOrder = { id, method, total, status: 'pending', trackingCode: null };
    this.orders.set(id, kept);
    return kept;
  }

  async pay(order: ShopOrder): Promise<void> {
    await this.#server.pay(order.id);
    order.status = 'paid';
  }

  async fail(order: ShopOrder): Promise<void> {
    await this.#server.fail(order.id);
    order.status = this.#refused;
  }

  async cancel(order: ShopOrder): Promise<void> {
    await this.#server.cancel(order.id);
    order.status = 'cancelled';
  }

  async ship(order: ShopOrder): Promise<void> {
    const code = `BR${order.id.replace(/\D/g, '').slice(-9).padStart(9, '0')}BR`;
    await this.#server.ship(order.id, code);
    order.trackingCode = code;
  }

  /** An order that is paid, shipped, refused, cancelled or still waits, by `draw` in [0, 1). */
  async live(draw: number): Promise<ShopOrder> {
    const order = await this.place();
    if (draw < 0.5) await this.pay(order);
    else if (draw < 0.65) await this.cancel(order);
    else if (draw < 0.8) await this.fail(order);
    if (draw < 0.25) await this.ship(order);
    return order;
  }
}
