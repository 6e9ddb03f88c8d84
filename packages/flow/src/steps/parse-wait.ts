import { parseDuration, plain, type ParsedDuration } from './parse-duration.ts';

/** What people write of a wait and a delay cannot express: a time of day or date, or counting only working days. */
export type WaitLimit = 'clock' | 'workdays';

/** The duration in a text, if it has one, and what else the text wants. */
export type ParsedWait = { duration: ParsedDuration | undefined; beyond: WaitLimit | undefined };

/** `amanhã às 9h`, `segunda`, `10:30`, `at noon`: words that only a clock or a calendar can answer. */
const clock = new RegExp(
  [
    String.raw`\b(?:amanha|hoje|ontem|meio-?dia|meia-?noite|as|ate|tomorrow|today|tonight|noon|midnight|at|until)\b`,
    String.raw`\b(?:segunda|terca|quarta|quinta|sexta|sabado|domingo)s?(?:-feira)?\b`,
    String.raw`\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b`,
    String.raw`\d{1,2}:\d{2}`,
  ].join('|'),
);

const workdayNames = String.raw`(?:dias? ut(?:il|eis)|(?:working|business|week) ?days?)`;
/** `2 dias úteis`: the number counts the days. */
const countedWorkdays = new RegExp(String.raw`(?<!\d)(\d+) ${workdayNames}$`);
/** `, só em dia útil`, behind a duration. */
const onlyWorkdays = new RegExp(String.raw`,? (?:(?:so|somente|apenas|only) )?(?:(?:em|no|nos|on) )?${workdayNames}$`);

/**
 * Parses a wait as people write it. A delay counts minutes from the step before it: a text with a time of day has no duration, and of one
 * with working days only the duration is kept.
 */
export function parseWait(text: string, unit: number): ParsedWait {
  const clean = plain(text);
  if (clock.test(clean)) return { duration: undefined, beyond: 'clock' };
  const days = clean.replace(countedWorkdays, '$1 d').replace(onlyWorkdays, '');
  return { duration: parseDuration(days, unit), beyond: days === clean ? undefined : 'workdays' };
}
