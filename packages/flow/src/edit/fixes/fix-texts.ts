import type { Locale } from '@retoma/commerce/locale';
import type { Flow } from '../../definition/flow.ts';
import type { TemplateIssue } from '../../metatags/index.ts';
import { outlineOf } from '../../validate/outline.ts';
import { checkTemplates, type StepTemplates } from '../../validate/templates.ts';
import type { Fix } from './fix.ts';
import { findStep, valueAt } from '../locate.ts';
import { keysOfPath } from '../../validate/issue.ts';

/** Fixes of actions: one for each text with all its suggestions, and the removal of actions that are never executed. */
export function textFixes(flow: Flow, locale: Locale): Fix[] {
  const templates = checkTemplates(flow, outlineOf(flow), { locale, audience: 'developer' });
  return (templates?.steps ?? []).flatMap((step) => fixesOfStep(flow, step));
}

function fixesOfStep(flow: Flow, { stepId, path, errors, warnings }: StepTemplates): Fix[] {
  if (stepId === null) return [];
  const found = findStep(flow, stepId);
  if (!found.ok) return [];
  const issues = [...errors, ...warnings];
  const unexecuted = issues.find(({ code }) => code === 'UNIMPLEMENTED_ACTION');
  if (unexecuted) {
    return [{ code: unexecuted.code, path, lossy: true, operations: [{ op: 'remove_step', nodeId: stepId }] }];
  }
  // Replacing a metatag because its value is long would change the meaning.
  const mendable = issues.filter(({ code, suggestion }) => suggestion !== undefined && code !== 'SMS_MAY_OVERFLOW');
  return [...Map.groupBy(mendable, ({ member }) => member)].flatMap(([member, ofText]): Fix[] => {
    const text = valueAt(found.step, keysOfPath(`data.${member}`));
    if (typeof text !== 'string') return [];
    const changes = { [`data.${member}`]: fixedText(text, ofText) };
    const operations = [{ op: 'update_step', nodeId: stepId, changes }] as const;
    return [{ code: ofText[0]!.code, path: `${path}.data.${member}`, lossy: false, operations }];
  });
}

/** A text with suggestions inserted, from the end, so that earlier offsets stay valid; of two overlapping ones the later counts. */
function fixedText(text: string, issues: readonly TemplateIssue[]): string {
  let result = text;
  let before = text.length;
  for (const { suggestion, start, end } of [...issues].sort((a, b) => b.end - a.end || a.start - b.start)) {
    if (end > before) continue;
    result = result.slice(0, start) + suggestion! + result.slice(end);
    before = start;
  }
  return result;
}
