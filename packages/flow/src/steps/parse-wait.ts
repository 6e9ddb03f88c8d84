import type { Until } from './delay/members.ts';
import { parseDuration, plain, type ParsedDuration } from './parse-duration.ts';

/** What people write of a wait and its minutes cannot express: a time of day or date, or counting only working days. */
export type WaitLimit = 'clock' | 'workdays';

/** The duration in a text, if it has one, and what else the text wants. `until`: the time of day, if it names one. */
export type ParsedWait = { duration: ParsedDuration | undefined; beyond: WaitLimit | undefined; until?: Until };

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
 * Parses a wait as people write it. A text with a time of day has no duration but `until`, if it is understood; of one with working days
 * only the duration is kept.
 */
export function parseWait(text: string, unit: number): ParsedWait {
  const clean = plain(text);
  if (clock.test(clean)) {
    const until = readUntil(clean);
    return { duration: undefined, beyond: 'clock', ...(until && { until }) };
  }
  const days = clean.replace(countedWorkdays, '$1 d').replace(onlyWorkdays, '');
  return { duration: parseDuration(days, unit), beyond: days === clean ? undefined : 'workdays' };
}

/** `amanha as 9h30`, `ate segunda ou quarta, 10:00`, `tomorrow at 9:00`; undefined if a word is left, or no hour is named. */
function readUntil(clean: string): Until | undefined {
  const days: number[] = [];
  let nextDay = false;
  let time: string | undefined;
  const rest = clean
    .replace(
      weekdayWord,
      (word) => (days.push(weekdayStarts.findIndex((starts) => starts.includes(word.slice(0, 3)))), ''),
    )
    .replace(/\b(?:amanha|tomorrow)\b/, () => ((nextDay = true), ''))
    .replace(/(\d{1,2})(?:[h:](\d{2})?)?h?(?!\d)/, (_, hours: string, minutes = '00') => {
      if (Number(hours) < 24 && Number(minutes) < 60) time = `${hours.padStart(2, '0')}:${minutes}`;
      return '';
    })
    .replace(/\b(?:ate|as|a|o|ou|e|na|no|de|do|da|dia|seguinte|until|at|on|or|and|the)\b/g, '');
  if (time === undefined || /[^\s,.]/.test(rest)) return undefined;
  return {
    time,
    ...(days.length > 0 && { days: [...new Set(days)].toSorted((one, other) => one - other) }),
    ...((nextDay || /\bdia seguinte\b/.test(clean)) && { nextDay: true }),
  };
}

const weekdayWord =
  /\b(?:(?:segunda|terca|quarta|quinta|sexta)(?:-feira)?|sabado|domingo|(?:mon|tues|wednes|thurs|fri|satur|sun)day)s?\b/g;

/** The first letters of the days of the week, from Sunday, in both languages. */
const weekdayStarts = [
  ['dom', 'sun'],
  ['seg', 'mon'],
  ['ter', 'tue'],
  ['qua', 'wed'],
  ['qui', 'thu'],
  ['sex', 'fri'],
  ['sab', 'sat'],
];
