import { walkFlow } from '@retoma/flow';
import type { Marks, MarkTone } from '../../../diagram/metrics/highlights.ts';
import type { Row, Run } from './row.ts';

/** The diagram of a run: what it passed stands out, where it waits is marked, all else steps back. */
export function marksOf(run: Run, rows: readonly Row[]): Marks {
  if (!run.flow) return {};
  const tones = new Map<string, { tone: MarkTone; note?: string }>();
  for (const { path, tone, title, detail } of rows) {
    if (path === undefined) continue;
    if (tone === 'failed') tones.set(path, { tone: 'error', note: detail ?? title });
    else if (tone === 'now') tones.set(path, { tone: 'warning', note: title });
    else if (!tones.has(path)) tones.set(path, { tone: 'passed' });
  }
  const marks: Record<string, Marks[string]> = { 'trigger-0': { tone: 'passed' } };
  for (const { step, path } of walkFlow(run.flow)) marks[step.id ?? path] = tones.get(path) ?? { tone: 'dimmed' };
  return marks;
}
