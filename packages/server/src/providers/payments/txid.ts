/**
 * The txid of a payment in our own PIX codes: 1 to 25 letters and digits (COM9). It starts with the order's number, which the merchant
 * finds in the bank statement: `1042P3G0QLT81K2ZC`. The same payment always has the same txid.
 */
export function txidOf(orderNumber: string, paymentId: string): string {
  const number = orderNumber.replace(/[^A-Za-z0-9]/g, '').slice(0, 12);
  const randomEnd = BigInt(`0x${paymentId.replaceAll('-', '').slice(-16)}`);
  return `${number}P${BigInt.asUintN(62, randomEnd).toString(36).toUpperCase().padStart(12, '0')}`;
}
