import { describeMember, describeMinutes, type Issue } from '@retoma/flow';
import type { Locale } from './locale.tsx';

/**
 * The message of an issue with the member called as the panel calls it: `remetente_email não pode…` → `E-mail do remetente não pode…`;
 * minutes as a span that people measure in: `entre 1 e 10080` → `entre 1 minuto e 7 dias`.
 */
export function issueWords({ path, message }: Pick<Issue, 'path' | 'message'>, locale: Locale): string {
  const member = /([\p{L}_$][\p{L}\p{N}_$-]*)(?:\[\d+\])*$/u.exec(path)?.[0];
  if (member === undefined) return message;
  const words = describeMember(member, locale);
  const named = words === member ? message : message.replace(member, words);
  return member === 'minutes'
    ? named.replaceAll(wholeNumber, (count) => describeMinutes(Number(count), locale))
    : named;
}

const wholeNumber = /(?<![\d.,"])\d+(?![\d"]|[.,]\d)/g;
