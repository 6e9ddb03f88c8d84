import { localized, type Locale } from '@retoma/commerce/locale';
import { branchesIn } from '../../definition/flat.ts';
import type { Flow } from '../../definition/flow.ts';
import { walkFlow } from '../../definition/walk.ts';
import { triggerNodeId } from '../../definition/ids.ts';
import { triggerName } from '../../metatags/index.ts';
import { describeStep } from '../../steps/describe.ts';

/** The longest label that takes the place of an id. */
const longestLabel = 60;

/** Words before an id: `passo w1`, `id: 42`. A plain word, or a number, is taken for an id only behind one of them, or in quotes. */
const naming = '[iI][dD]s?|ID|[pP]assos?|[rR]amos?|[cC]aminhos?|[nN][óo]s?|[sS]teps?|[bB]ranch(?:es)?|[nN]odes?';

const uuid = '[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}';

/** What may stand between the ids of a list in brackets. */
const between = '[\\s,;:`"\']|\\b(?:e|and|ids?|ID)\\b';

/** DEF10: a text for the store owner, in which every id of the flows is replaced by the label of its step or branch. */
export function withoutIds(flows: readonly Flow[], locale: Locale): (text: string) => string {
  const labels = labelsOf(flows, locale);
  const ids = [...labels.keys()]
    .filter((id) => id.trim() !== '' && !new RegExp(`^(?:${between})$`).test(id))
    .sort((one, other) => other.length - one.length);
  const any = [...ids.map(escapePattern), uuid].join('|');
  const distinct = [...ids.filter((id) => !/^(?:\p{L}+|\p{N}+)$/u.test(id)).map(escapePattern), uuid].join('|');
  const listed = new RegExp(`\\s*[([](?:${between}|(?<![\\p{L}\\p{N}_])(?:${any})(?![\\p{L}\\p{N}_]))+[)\\]]`, 'gu');
  const named = new RegExp(
    `(?<![\\p{L}\\p{N}_])(${naming})(\\s*:?\\s*)[\`"'“]?(${any})[\`"'”]?(?![\\p{L}\\p{N}_-])`,
    'gu',
  );
  const quoted = new RegExp(`[\`"'“](${any})[\`"'”]`, 'gu');
  const unquoted = new RegExp(`(?<![\\p{L}\\p{N}_-])(${distinct})(?![\\p{L}\\p{N}_-])`, 'gu');
  const labelOf = (id: string): string => (labels.has(id) ? `“${labels.get(id)}”` : '');
  return (text) => {
    const replaced = text
      .replace(listed, '')
      .replace(named, (_all, word: string, space: string, id: string) =>
        /^ids?$/i.test(word) || !labels.has(id) ? labelOf(id) : `${word}${space}${labelOf(id)}`,
      )
      .replace(quoted, (_all, id: string) => labelOf(id))
      .replace(unquoted, (id) => labelOf(id));
    return replaced === text ? text : tidy(replaced);
  };
}

/** A text without the commas and spaces that ids left behind. */
const tidy = (text: string): string =>
  text
    .replace(/(?<!\s)\s*,(?:\s*,)+/g, ',')
    .replace(/(?<![\s,])[\s,]+(?=[.;!?)]|$)/g, '')
    .replace(/[^\S\n]{2,}/g, ' ')
    .trim();

/** The labels of the trigger, of all steps and of all branches, by id. */
function labelsOf(flows: readonly Flow[], locale: Locale): Map<string, string> {
  const labels = new Map<string, string>();
  for (const flow of flows) {
    labels.set(triggerNodeId, triggerName(flow.trigger_event, locale));
    for (const { step } of walkFlow(flow)) {
      if (step.id !== undefined) labels.set(step.id, shorten(describeStep(step, locale)));
      const unnamed = localized('caminho sem nome', 'branch without a name')[locale];
      for (const { id, label } of branchesIn(step)) labels.set(id, shorten(label ?? unnamed));
    }
  }
  return labels;
}

const shorten = (text: string): string => (text.length <= longestLabel ? text : `${text.slice(0, longestLabel - 1)}…`);

const escapePattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
