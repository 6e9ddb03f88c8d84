import { describeMember, type Issue } from '@retoma/flow';
import type { Locale } from './locale.tsx';

/** The message of an issue with the member called as the panel calls it: `remetente_email não pode…` → `E-mail do remetente não pode…`. */
export function issueWords({ path, message }: Pick<Issue, 'path' | 'message'>, locale: Locale): string {
  const member = /([\p{L}_$][\p{L}\p{N}_$-]*)(?:\[\d+\])*$/u.exec(path)?.[0];
  if (member === undefined) return message;
  const words = describeMember(member, locale);
  return words === member ? message : message.replace(member, words);
}
