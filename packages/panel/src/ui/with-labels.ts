import { findMetatags, metatagLabel } from '@retoma/flow';
import type { Locale } from './locale.tsx';

/** A line of the service's about a step, its metatags by their labels: `Oi, [Nome do cliente]`. */
export function withLabels(line: string, locale: Locale): string {
  let from = 0;
  let text = '';
  for (const tag of findMetatags(line)) {
    text += line.slice(from, tag.start) + (tag.wellFormed ? `[${metatagLabel(tag.name, locale)}]` : '');
    from = tag.end;
  }
  return text + line.slice(from);
}
