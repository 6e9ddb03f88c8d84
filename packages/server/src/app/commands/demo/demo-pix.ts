import { buildBrCode } from '@retoma/commerce';

/** A PIX key from the examples of the central bank's manual: wallets read its codes, but cannot pay them. */
const key = '123e4567-e12b-12d1-a456-426655440000';

/** A PIX code of the demo store for an order. `order`: its letters and digits become the txid. `cents`: the amount. */
export function demoPixCode(order: string, cents: number): string {
  const txid = order.replace(/[^A-Za-z0-9]/g, '').slice(0, 25);
  const receiver = { key, name: 'Loja Aurora', city: 'Sao Paulo' };
  const code = buildBrCode({ kind: 'static', ...receiver, txid, amount: cents, once: false });
  if (!code.ok) throw new Error(`cannot create a PIX code for ${order}: ${code.code}`);
  return code.text;
}
