import { applyOperations, fixesFor, type Fix, type Flow, type NewId } from '@retoma/flow';
import type { Locale } from '../../../ui/locale.tsx';
import type { Picks } from './fix-picks.ts';

/** An offered fix. `code`: the issue it removes. `before` and `after`: the flow without and with it, to show the effect. */
export type FixChoice = {
  key: string;
  code: string;
  lossy: boolean;
  picked: boolean;
  /** What the fix replaces, as lines. */
  details?: readonly string[];
  before?: Flow;
  after?: Flow;
};

/** One fix can reveal another issue: a wait that becomes a number can then be too long. */
const maxRounds = 4;

/** Applies the picked fixes. Lossy fixes are off unless the user picks them. */
export function applyFixes(
  original: Flow,
  picks: Picks,
  newId: NewId,
  locale: Locale,
): { flow: Flow; choices: FixChoice[] } {
  const choices = new Map<string, FixChoice>();
  let flow = original;
  for (let round = 0; round < maxRounds; round++) {
    const fresh = fixesFor(flow, newId, locale).filter((fix) => !choices.has(fixKey(fix)));
    if (fresh.length === 0) break;
    for (const fix of fresh) {
      const applied = applyOperations(flow, fix.operations, newId);
      if (!applied.ok) continue;
      const key = fixKey(fix);
      const picked = picks[key] ?? !fix.lossy;
      choices.set(key, { key, code: fix.code, lossy: fix.lossy, picked, before: flow, after: applied.flow });
      if (picked) flow = applied.flow;
    }
  }
  return { flow, choices: [...choices.values()] };
}

const fixKey = ({ code, path }: Fix): string => `${code} ${path}`;
