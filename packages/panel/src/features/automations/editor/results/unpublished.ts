import { differencesBetween, type Flow } from '@retoma/flow';
import type { Unpublished } from '../../../../diagram/metrics/step-metrics.ts';

/** The steps that differ from the published version, and the trigger if its event differs. Both flows have the same format. */
export function unpublishedIn(published: Flow, draft: Flow): Unpublished {
  const found = new Map<string, 'added' | 'changed'>();
  for (const difference of differencesBetween(published, draft)) {
    const { id, kind } = difference;
    if (kind === 'added') found.set(id, 'added');
    if (kind === 'moved') found.set(id, 'changed');
    if (kind !== 'changed') continue;
    const isStep = id !== 'trigger-0' || difference.members.some(({ member }) => member === 'trigger_event');
    if (isStep) found.set(id, 'changed');
  }
  return found;
}
