import { describeReason } from '@retoma/flow';
import type { EmailPreview } from '../../../../../preview/use-email-preview.ts';
import type { Locale } from '../../../../../ui/locale.tsx';
import type { emailTexts } from './texts.ts';

/** Why an e-mail cannot be rendered, and the position of the error. */
export type EmailIssue = NonNullable<EmailPreview['issue']>;

/** The text of an issue, without its line. */
export function describeEmailIssue(
  { reason, element, suggestion, within }: EmailIssue,
  t: (typeof emailTexts)['en'],
  locale: Locale,
): string {
  if (element !== null && suggestion !== null) return t.unknown(element, suggestion);
  if (element !== null && within.length > 0) return t.misplaced(element, within.join(', '));
  if (reason === 'MJML_INVALID' && element !== null) {
    return element.startsWith('mj') ? t.unclosed(element) : t.unknownAlone(element);
  }
  return describeReason(reason, locale) ?? reason;
}

/** Renames an element in a text, in its opening and closing tags. */
export const withElement = (text: string, element: string, suggestion: string): string =>
  text.replace(new RegExp(`(</?)${element}(?=[\\s/>])`, 'gi'), `$1${suggestion}`);
