import { isSend } from '../steps/action/send.ts';
import { textMembersOf } from '../steps/action/texts.ts';
import type { Flow } from '../definition/flow.ts';
import { walkFlow } from '../definition/walk.ts';
import { pathOfField } from '../interpret/data.ts';
import { metatagNamed } from '../metatags/catalogue/index.ts';
import { findMetatags } from '../metatags/validate/find.ts';
import { derivedFromItems } from '../metatags/render/items.ts';
import { rulesOf } from './rules.ts';

/**
 * The members of a run's data (`customer`, `order`, `event` …) that its conditions and messages may read. The caller need not load
 * others, except the addresses of customer and lead, which every message needs (`recipientOf`).
 */
export function dataReadBy(flow: Flow): ReadonlySet<string> {
  const places: string[] = [];
  for (const { step } of walkFlow(flow)) {
    places.push(...rulesOf(step).map(({ field }) => pathOfField(field)));
    if (step.type !== 'action' || !isSend(step)) continue;
    for (const { text } of textMembersOf(step)) {
      for (const tag of findMetatags(text)) if (tag.wellFormed) places.push(...placesOf(tag.name));
    }
  }
  return new Set(places.map((place) => place.split('.')[0]!));
}

/** The field of a metatag, and the fields of which it is an alias or from which it is derived. */
function placesOf(name: string): string[] {
  const metatag = metatagNamed(name);
  if (!metatag) return [];
  const derived = derivedFromItems[metatag.name]?.list;
  return [name, metatag.aliasOf, metatag.replacement, derived].filter((place) => typeof place === 'string');
}
