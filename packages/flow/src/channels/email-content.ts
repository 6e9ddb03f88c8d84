import { localized, type Localized } from '@retoma/commerce/locale';
import { isMjml } from '../metatags/render/mjml.ts';
import type { Raw } from '../members/report.ts';
import { isWithinHtmlLimits } from './html-limits.ts';
import { findMjmlIssue } from './mjml.ts';
import { messageReasons } from './reasons.ts';

/** The member with the visible text of an e-mail: `html`, or `body` if that has no text; undefined: neither has. */
export const visibleMember = (data: Raw): 'html' | 'body' | undefined =>
  (['html', 'body'] as const).find((member) => {
    const text = data[member];
    return typeof text === 'string' && text.trim() !== '';
  });

/** Why no e-mail can be made of a visible text, whatever its metatags are replaced by; undefined: that is not known. */
export function contentProblem(text: string): Localized | undefined {
  const issue = isMjml(text) ? findMjmlIssue(text) : null;
  if (!issue) return isWithinHtmlLimits(text) ? undefined : messageReasons.EMAIL_TOO_LARGE;
  const reason = messageReasons[issue.problem];
  const line = text.slice(0, issue.offset).split('\n').length;
  const element = issue.element === undefined ? '' : `<${issue.element.slice(0, longestName)}>, `;
  const where = { 'pt-BR': `${element}linha ${line}`, en: `${element}line ${line}` };
  return localized(`${reason['pt-BR'].slice(0, -1)} (${where['pt-BR']}).`, `${reason.en.slice(0, -1)} (${where.en}).`);
}

/** Names of elements are shown up to this length. */
const longestName = 40;
