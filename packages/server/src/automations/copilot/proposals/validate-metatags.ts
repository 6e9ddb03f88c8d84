import { findMetatags, isAvailable, metatagNamed, textMembersOf, walkFlow, type Flow } from '@retoma/flow';

/**
 * The metatags that a changed flow adds and that a model may not propose, whether or not the validator looks at the trigger's messages: those
 * that nothing fills in, legacy ones, and sensitive ones. A person may use the last two.
 */
export function refusedMetatags(before: Flow, after: Flow): string[] {
  const had = new Set(metatagsRefusedIn(before));
  return [...new Set(metatagsRefusedIn(after))].filter((name) => !had.has(name));
}

function metatagsRefusedIn(flow: Flow): string[] {
  const refused: string[] = [];
  for (const { step } of walkFlow(flow)) {
    if (step.type !== 'action') continue;
    for (const { text, channel } of textMembersOf(step)) {
      for (const tag of findMetatags(text)) {
        const metatag = tag.wellFormed ? metatagNamed(tag.name) : undefined;
        const isOffered = metatag !== undefined && isAvailable(metatag, flow.trigger_event, channel);
        if (!isOffered || metatag.sensitivity === 'sensitive')
          refused.push(text.slice(tag.start, tag.end).slice(0, 80));
      }
    }
  }
  return refused;
}
