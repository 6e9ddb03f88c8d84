import {
  findMetatags,
  isAvailable,
  metatagNamed,
  textMembersOf,
  validatesTrigger,
  walkFlow,
  type Flow,
} from '@retoma/flow';

/**
 * The metatags that a changed flow adds and that are not filled in. Only for triggers whose messages the validator does not check: a
 * person may use such metatags there, a model may not.
 */
export function unfilledMetatags(before: Flow, after: Flow): string[] {
  if (validatesTrigger(after.trigger_event)) return [];
  const had = new Set(wrongMetatags(before));
  return [...new Set(wrongMetatags(after))].filter((name) => !had.has(name));
}

function wrongMetatags(flow: Flow): string[] {
  const wrong: string[] = [];
  for (const { step } of walkFlow(flow)) {
    if (step.type !== 'action') continue;
    for (const { text, channel } of textMembersOf(step)) {
      for (const tag of findMetatags(text)) {
        const metatag = tag.wellFormed ? metatagNamed(tag.name) : undefined;
        if (metatag?.status === 'legacy') continue;
        if (!metatag || !isAvailable(metatag, flow.trigger_event, channel))
          wrong.push(text.slice(tag.start, tag.end).slice(0, 80));
      }
    }
  }
  return wrong;
}
