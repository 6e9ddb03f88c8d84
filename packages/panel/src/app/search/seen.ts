// What was opened lately on this device: ids only, which the search reads again by permission (AUT18).

/** What was opened, and when in milliseconds. `id`: of a row or, of settings, the page's name. */
export type Seen = { readonly kind: SeenKind; readonly id: string; readonly at: number };

type SeenKind = 'order' | 'checkout' | 'automation' | 'person-order' | 'person-checkout' | 'person-run' | 'setting';

const storageKey = (storeId: string): string => `${prefix}${storeId}`;
const prefix = 'retoma-seen-';
const maxSeen = 6;

const id = '([0-9a-f-]{36})';
const places: readonly (readonly [SeenKind, RegExp])[] = [
  ['order', new RegExp(`/orders/${id}$`)],
  ['checkout', new RegExp(`/checkouts/${id}$`)],
  ['automation', new RegExp(`/automations/${id}$`)],
  ['person-order', new RegExp(`/customer\\?orderId=${id}`)],
  ['person-checkout', new RegExp(`/customer\\?checkoutId=${id}`)],
  ['person-run', new RegExp(`/customer\\?runId=${id}`)],
  ['setting', /\/settings\/([a-z]+)$/],
];

/** What the page at an address shows; undefined: nothing that is worth finding again. `address`: its path and query. */
export function seenAt(address: string): Pick<Seen, 'kind' | 'id'> | undefined {
  for (const [kind, place] of places) {
    const [, id] = place.exec(address) ?? [];
    if (id !== undefined) return { kind, id };
  }
  return undefined;
}

/** What was opened lately, the latest first. */
export function listSeen(storeId: string): Seen[] {
  try {
    const stored = JSON.parse(localStorage.getItem(storageKey(storeId)) ?? '[]') as Seen[];
    return stored.filter(({ kind, id, at }) => Boolean(kind && id && at)).slice(0, maxSeen);
  } catch {
    return [];
  }
}

/** Notes what the page at an address shows. */
export function noteSeen(storeId: string, address: string, at: number): void {
  const seen = seenAt(address);
  if (!seen) return;
  const others = listSeen(storeId).filter(({ kind, id }) => kind !== seen.kind || id !== seen.id);
  localStorage.setItem(storageKey(storeId), JSON.stringify([{ ...seen, at }, ...others].slice(0, maxSeen)));
}

/** Forgets everything, for whoever signs in next on this device. */
export function forgetSeen(): void {
  for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key);
}
