import { existsSync, readFileSync } from 'node:fs';
import type { Receipt } from './settings.ts';

/** What a receiver got. */
export type ReceiptAccount = {
  readonly received: number;
  /** Events of which no delivery came, or none was accepted although the sender says so. */
  readonly missing: readonly string[];
  readonly invalid: number;
  /** Deliveries of an event that had been accepted before. */
  readonly repeated: number;
  /** Orders with an event that first came before an earlier one had been accepted or given up. */
  readonly outOfOrder: readonly string[];
};

/** The receipts in a file. Its last line may be cut, where the receiver was killed. */
export function readReceipts(file: string): Receipt[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
  return lines.flatMap((line) => {
    try {
      return [JSON.parse(line) as Receipt];
    } catch {
      return [];
    }
  });
}

/** `sent`: the ids of the events; `givenUp`: those that the sender gave up. Pure. */
export function accountOf(
  receipts: readonly Receipt[],
  sent: readonly string[],
  givenUp: ReadonlySet<string>,
): ReceiptAccount {
  const accepted = new Set<string>();
  const seen = new Set<string>();
  const next = new Map<string, { over: Set<number>; wrong: boolean }>();
  let repeated = 0;
  for (const { id, order, place, isAccepted } of receipts) {
    if (accepted.has(id)) repeated++;
    const state = next.get(order) ?? { over: new Set(), wrong: false };
    next.set(order, state);
    for (let earlier = 0; earlier < place; earlier++) state.wrong ||= !state.over.has(earlier);
    // An answer after the timeout is no success for the sender, which comes again; for the receiver the event has come.
    if (isAccepted || givenUp.has(id)) state.over.add(place);
    if (isAccepted) accepted.add(id);
    seen.add(id);
  }
  return {
    received: receipts.length,
    missing: sent.filter((id) => !(givenUp.has(id) ? seen : accepted).has(id)),
    invalid: receipts.filter(({ isValid }) => !isValid).length,
    repeated,
    outOfOrder: [...next].flatMap(([order, { wrong }]) => (wrong ? [order] : [])),
  };
}
