import type { Locale } from '@retoma/commerce/locale';
import { isFlat } from '../../definition/flat.ts';
import { paidReminders } from '../../analyse/paid-reminders.ts';
import { stopTriggersOf, type Flow } from '../../definition/flow.ts';
import { collectIds } from '../../definition/ids.ts';
import type { Trigger } from '../../members/trigger.ts';
import { triggerNodeId } from '../../definition/ids.ts';
import { codes, type Code } from '../../members/codes.ts';
import { examine } from '../../validate/examine.ts';
import { pathOf } from '../../validate/issue.ts';
import { isRaw } from '../../members/raw.ts';
import { applyOperations } from '../history/apply.ts';
import { issuesIn } from './fix-places.ts';
import { stepFixes } from './step-fixes.ts';
import type { NewId } from '../fresh-ids.ts';
import type { Operation } from '../operation.ts';
import type { Fix } from './fix.ts';
import { textFixes } from './fix-texts.ts';
import { isSteps } from '../walkable.ts';

/** The maximum number of fixes. */
const maxFixes = 100;

/**
 * The mechanical fixes of a nested definition, one for each issue that has one (EDT2). Each was tried: it leaves fewer issues of its code
 * and adds no error. Fixes of different issues can be applied together; of two that change the same text the later overwrites the earlier,
 * so call again afterwards. Steps need ids first. A value that cannot be walked has no fixes, nor has a flat flow, which must be converted
 * first (EDT3).
 */
export function fixesFor(value: unknown, newId: NewId, locale: Locale = 'pt-BR'): Fix[] {
  if (!isRaw(value) || !isSteps(value.steps) || typeof value.trigger_event !== 'string') return [];
  const flow = value as unknown as Flow;
  if (isFlat(flow)) return [];
  const count = countOf(flow);
  const usedIds = collectIds(flow);
  const fixes: Fix[] = [];
  for (const issue of issuesIn(flow)) {
    if (fixes.length >= maxFixes) break;
    const { code, keys } = issue.finding;
    const fix = stepFixes[code];
    if (!fix) continue;
    for (const operations of fix.attempts({ issue, flow, usedIds, newId, locale })) {
      const applied = applyOperations(flow, operations, newId);
      if (!applied.ok || (countOf(applied.flow).get(code) ?? 0) >= count.get(code)!) continue;
      fixes.push({ code, path: pathOf(keys), lossy: fix.lossy, operations });
      break;
    }
  }
  return [...fixes, ...stopFixes(flow, count), ...textFixes(flow, locale).slice(0, maxFixes)];
}

/** One setting fixes all reminders that can reach a customer who has paid (RUN18): a payment then ends the run. */
function stopFixes(flow: Flow, count: ReadonlyMap<Code, number>): Fix[] {
  if ([...count.keys()].some((code) => codes[code].severity === 'error')) return [];
  const stopOn = [...new Set<Trigger>([...stopTriggersOf(flow), 'payment.confirmed'])];
  const changes = { settings: { ...flow.settings, stopOn: stopOn.length === 1 ? stopOn[0] : stopOn } };
  const operations: readonly Operation[] = [{ op: 'update_step', nodeId: triggerNodeId, changes }];
  return paidReminders(flow).map(({ path }) => ({ code: 'REMINDER_AFTER_PAYMENT', path, lossy: false, operations }));
}

/** The number of issues of each code. */
function countOf(flow: Flow): Map<Code, number> {
  const groups = Map.groupBy(examine(flow).report.findings, ({ code }) => code);
  return new Map([...groups].map(([code, found]) => [code, found.length]));
}
