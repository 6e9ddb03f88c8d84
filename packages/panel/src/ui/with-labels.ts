import { findMetatags, metatagLabel } from '@retoma/flow';
import type { Locale } from './locale.tsx';

/** Replaces the metatags in a step's label from the service by their names: `Oi, [Nome do cliente]`. */
export function withLabels(line: string, locale: Locale): string {
  let from = 0;
  let text = '';
  for (const tag of findMetatags(line)) {
    text += line.slice(from, tag.start) + (tag.wellFormed ? `[${metatagLabel(tag.name, locale)}]` : '');
    from = tag.end;
  }
  return text + line.slice(from);
}
