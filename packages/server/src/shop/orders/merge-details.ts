import type { Details } from './queries/orders.ts';

/** The newer members over the older ones; null and absent members are ignored. Null: both are empty. */
export function mergeDetails(older: unknown, newer: unknown): Details | null {
  const merged = { ...nonEmptyMember(older), ...nonEmptyMember(newer) };
  return Object.keys(merged).length > 0 ? merged : null;
}

/** The member that identifies a payment code or card. */
const requests = { pix: 'payload', boleto: 'line', card: 'last_digits' } as const;

/** Like `mergeDetails`, but a new PIX, boleto or card keeps no member of the previous one. */
export function mergePayment(older: unknown, newer: unknown): Details | null {
  const merged = mergeDetails(older, newer);
  if (!merged) return null;
  for (const [kind, identity] of Object.entries(requests)) {
    if (isDetails(merged[kind]))
      merged[kind] = mergeSame(nonEmptyMember(older)[kind], nonEmptyMember(newer)[kind], identity);
  }
  return merged;
}

/** Like `mergeDetails`, but a new code keeps only the previous code, as `previous_code`. */
export function mergeTracking(older: unknown, newer: unknown): Details | null {
  const merged = mergeSame(older, newer, 'code');
  const before = nonEmptyMember(older)['code'] ?? null;
  const after = nonEmptyMember(newer)['code'] ?? null;
  return merged && before !== null && after !== null && before !== after
    ? { previous_code: before, ...merged }
    : merged;
}

function mergeSame(older: unknown, newer: unknown, identity: string): Details | null {
  const [before, after] = [nonEmptyMember(older)[identity], nonEmptyMember(newer)[identity]];
  const isAnother = before !== undefined && after !== undefined && before !== after;
  return mergeDetails(isAnother ? null : older, newer);
}

const isDetails = (value: unknown): value is Details =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const nonEmptyMember = (value: unknown): Details =>
  isDetails(value) ? Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null)) : {};
