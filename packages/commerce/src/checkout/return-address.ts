/** API10: what a return address says of a checkout. `status`: its state (COM5). `t`: seconds since 1970. */
export type ReturnFacts = { readonly checkoutId: string; readonly status: string; readonly t: number };

/** API10: the query members that a return address has of the service. Members of the same names in the shop's address are replaced. */
const members = ['checkout_id', 'checkout_status', 't', 'signature'] as const;

/** API10: how many of a store's secret keys sign a return address, the newest. */
export const returnKeyLimit = 5;

/** API10: the text that a return address's signature covers. It begins with a letter, so no signature of a cart (CHK11) equals it. */
export const returnText = ({ checkoutId, status, t }: ReturnFacts): string => `return.${t}.${checkoutId}.${status}`;

/** API10: an address with `{CHECKOUT_ID}` replaced, also where it is percent-encoded. */
export const withCheckoutId = (address: string, checkoutId: string): string =>
  address.replace(/\{CHECKOUT_ID\}|%7BCHECKOUT_ID%7D/gi, checkoutId);

/**
 * API10: the address to which a shopper returns. `signatures`: HMAC-SHA-256 of `returnText` as hex, one for each key; without any, `t` and
 * `signature` are left out.
 *
 * @example
 * returnAddress('https://loja.example/obrigado?p=1042', { checkoutId: '01a1…', status: 'paid', t: 1764400000 }, ['9f1c…']);
 * // https://loja.example/obrigado?p=1042&checkout_id=01a1…&checkout_status=paid&t=1764400000&signature=9f1c…
 */
export function returnAddress(address: string, facts: ReturnFacts, signatures: readonly string[]): string {
  const [beforeFragment = '', ...fragment] = withCheckoutId(address, facts.checkoutId).split('#');
  const [path = '', ...query] = beforeFragment.split('?');
  const kept = query
    .join('?')
    .split('&')
    .filter((member) => member !== '' && !isOwn(member));
  const added = [
    `checkout_id=${facts.checkoutId}`,
    `checkout_status=${facts.status}`,
    ...(signatures.length > 0 ? [`t=${facts.t}`, `signature=${signatures.join(',')}`] : []),
  ];
  return [`${path}?${[...kept, ...added].join('&')}`, ...fragment].join('#');
}

/** Whether a query member has one of the service's names, in any percent-encoding. */
function isOwn(member: string): boolean {
  const [name = ''] = member.split('=');
  const decoded = name.replace(/%([0-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return (members as readonly string[]).includes(decoded);
}
