import { localized, type Localized } from '@retoma/commerce/locale';
import { isMjml } from '../metatags/render/mjml.ts';
import type { Raw } from '../members/report.ts';
import { isWithinHtmlLimits } from './html-limits.ts';
import { findMjmlIssue, type MjmlIssue } from './mjml/find-mjml-issue.ts';
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
  const line = text.slice(0, issue.offset).split(/\r\n?|\n/).length;
  const change = changeOf(issue);
  const where = { 'pt-BR': `linha ${line}${change['pt-BR']}`, en: `line ${line}${change.en}` };
  return localized(`${reason['pt-BR'].slice(0, -1)} (${where['pt-BR']}).`, `${reason.en.slice(0, -1)} (${where.en}).`);
}

/** What to change about an issue. */
function changeOf({ element, suggestion, within }: MjmlIssue): Localized {
  if (element === undefined) return localized('', '');
  const name = `<${element.slice(0, longestName)}>`;
  if (suggestion !== undefined)
    return localized(`: ${name} não existe, use <${suggestion}>`, `: ${name} does not exist, use <${suggestion}>`);
  if (within && within.length > 0) {
    const parents = within.map((parent) => `<${parent}>`).join(', ');
    return localized(`: ${name} fica dentro de ${parents}`, `: ${name} belongs inside of ${parents}`);
  }
  return localized(`: ${name} não pode ficar aqui, ou não foi fechado`, `: ${name} may not be here, or is not closed`);
}

/** Names of elements are shown up to this length. */
const longestName = 40;
