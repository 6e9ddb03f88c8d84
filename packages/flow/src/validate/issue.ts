import { localized, type Locale } from '@retoma/commerce/locale';
import { limits } from '../members/limits.ts';
import { triggerNames } from '../metatags/validate/codes.ts';
import {
  codes,
  jsonSyntaxTexts,
  wordLabels,
  type Audience,
  type Code,
  type Severity,
  type Word,
} from '../members/codes.ts';
import { ownerText, ownerValue, ownerWord } from './owner-texts.ts';
import type { Finding, Key, Values } from '../members/report.ts';

/**
 * One structure issue (decisions DEF1; the command line defines the format). `line` and `column` count from 1 and are present if the input
 * was text.
 */
export type Issue = {
  path: string;
  line?: number;
  column?: number;
  code: Code;
  severity: Severity;
  message: string;
  suggestion?: string;
};

/**
 * The path of keys: `["steps", 1, "branches", 0]` → `steps[1].branches[0]`. Names that are not plain words are in brackets, shortened.
 */
export function pathOf(keys: readonly Key[]): string {
  let path = '';
  for (const key of keys) {
    if (typeof key === 'number') path += `[${key}]`;
    else if (/^[\p{L}_$][\p{L}\p{N}_$-]{0,79}$/u.test(key)) path += path === '' ? key : `.${key}`;
    else path += `[${echo(key)}]`;
  }
  return path;
}

/** The keys of a path whose names are plain words: `steps[1].onNext` → `['steps', 1, 'onNext']`. */
export function keysOfPath(path: string): readonly Key[] {
  return (path.match(/[^.[\]]+/g) ?? []).map((key) => (/^\d+$/.test(key) ? Number(key) : key));
}

/** The issue of a finding, with its text, without a position. Store owners get no suggestion, since it is written as code. */
export function toIssue(finding: Finding, locale: Locale, audience: Audience = 'developer'): Issue {
  const { code, keys, suggestion } = finding;
  const text = audience === 'owner' ? ownerText(code, locale) : codes[code][locale];
  const message = fill(text, { ...finding, locale, audience });
  const suggested =
    suggestion === undefined || audience === 'owner'
      ? ''
      : localized(` Você quis dizer ${suggestion}?`, ` Did you mean ${suggestion}?`)[locale];
  const issue: Issue = { path: pathOf(keys), code, severity: codes[code].severity, message: message + suggested };
  return suggestion === undefined ? issue : { ...issue, suggestion };
}

type Filling = Pick<Finding, 'keys' | 'values'> & { locale: Locale; audience: Audience };

function fill(template: string, filling: Filling): string {
  const { keys, values, locale, audience } = filling;
  return template.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    const owned = audience === 'owner' ? ownerValue(name, keys, values, locale) : undefined;
    if (owned !== undefined) return owned;
    if (name === 'member') return memberOf(keys, locale);
    if (name === 'got') return described(values.got, filling);
    if (name === 'accepted') return values.accepted?.join(', ') ?? placeholder;
    if (name === 'trigger' && values.trigger) return triggerNames[values.trigger][locale];
    if (name === 'cause' && values.cause) return values.cause[locale];
    if (name === 'sequence' && values.sequence) return values.sequence[locale];
    if (name === 'cause' && values.cause) return values.cause[locale];
    if (name === 'reason' && values.reason) return fill(jsonSyntaxTexts[values.reason][locale], filling);
    if (name === 'expected' || name === 'scope' || name === 'subject') {
      const word = values[name] ?? '';
      return isWord(word) ? fill(wordOf(word, filling), filling) : word;
    }
    return String(Object.hasOwn(values, name) ? values[name as keyof Values] : placeholder);
  });
}

const isWord = (word: string): word is keyof typeof wordLabels => Object.hasOwn(wordLabels, word);

const wordOf = (word: Word, { locale, audience }: Filling): string =>
  audience === 'owner' ? ownerWord(word, locale) : wordLabels[word][locale];

/** The last name of a path with its indexes: `choices[0]`. */
function memberOf(keys: readonly Key[], locale: Locale): string {
  const name = keys.findLastIndex((key) => typeof key === 'string');
  return name === -1 ? wordLabels.flow[locale] : pathOf(keys.slice(name));
}

/** The author's value in a message: its kind, or its shortened text. */
function described(value: unknown, filling: Filling): string {
  if (value === undefined || value === null) return wordOf('null', filling);
  if (Array.isArray(value)) return wordOf('list', filling);
  if (typeof value === 'string') return echo(value);
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return wordOf('object', filling);
}

function echo(text: string): string {
  const quoted = JSON.stringify(text.slice(0, limits.echo));
  return text.length <= limits.echo ? quoted : `${quoted.slice(0, -1)}…"`;
}
