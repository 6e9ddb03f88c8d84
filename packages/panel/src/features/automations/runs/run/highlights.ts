import { walkFlow } from '@retoma/flow';
import type { Highlights, MarkTone } from '../../../../diagram/metrics/highlights.ts';
import type { TimelineRow, Run } from './row.ts';

/** The highlights of a run: passed steps are highlighted, the waiting step is marked, the others are dimmed. */
export function runHighlights(run: Run, rows: readonly TimelineRow[]): Highlights {
  if (!run.flow) return {};
  const tones = new Map<string, { tone: MarkTone; note?: string }>();
  for (const { path, tone, title, detail } of rows) {
    if (path === undefined) continue;
    if (tone === 'failed') tones.set(path, { tone: 'error', note: detail ?? title });
    else if (tone === 'now') tones.set(path, { tone: 'warning', note: title });
    else if (!tones.has(path)) tones.set(path, { tone: 'passed' });
  }
  const highlights: Record<string, Highlights[string]> = { 'trigger-0': { tone: 'passed' } };
  for (const { step, path } of walkFlow(run.flow)) highlights[step.id ?? path] = tones.get(path) ?? { tone: 'dimmed' };
  return highlights;
}
