import type { Locale } from '@retoma/commerce/locale';
import type { Channel, Trigger } from '../../members/trigger.ts';
import { describeMember } from '../../members/member-labels.ts';
import { pixCodeMetatags, validatesTrigger } from '../available.ts';
import { metatagNamed } from '../catalogue/index.ts';
import type { Metatag, MetatagStatus } from '../catalogue/row.ts';
import { placeNames, templateCodes, templateMessage, triggerNames } from './codes.ts';
import type { Audience } from '../../members/codes.ts';
import type { TemplateCode } from './codes.ts';
import { currencyBefore, singleBraces, smsOverflow } from './warnings.ts';
import { findMetatags, type FoundMetatag } from './find.ts';
import { metatagLabel } from '../labels.ts';
import { isUsable, nearestMetatag, relatedMetatag } from './suggest.ts';
import { spanOf, type Finding, type TemplateText } from '../template-text.ts';

/** An error or warning about a text (DEF8). */
export type TemplateIssue = {
  readonly code: TemplateCode;
  /** The name, or the written text if it is not a name; null for an issue of the whole text. */
  readonly metatag: string | null;
  readonly member: string;
  readonly message: string;
  /** The replacement for `text.slice(start, end)`. */
  readonly suggestion?: string;
  /** UTF-16 offsets into the text. */
  readonly start: number;
  readonly end: number;
};

/** The issues of a text. Errors prevent saving an active automation in mode block, warnings do not (Errors B). */
export type TemplateReport = { readonly errors: readonly TemplateIssue[]; readonly warnings: readonly TemplateIssue[] };

/** The maximum number of reported issues of each severity. */
const maxIssues = 100;

/**
 * Checks the metatags of one text. Each gets the first code that applies, in the order syntax, unknown, planned, trigger, channel, legacy,
 * sensitive, PIX code: errors first. Then DEF7's warnings. For a trigger without validation nothing is reported.
 */
export function validateTemplate(template: TemplateText): TemplateReport {
  const errors: TemplateIssue[] = [];
  const warnings: TemplateIssue[] = [];
  if (validatesTrigger(template.trigger)) {
    for (const finding of findingsIn(template)) {
      const issues = templateCodes[finding.code].severity === 'error' ? errors : warnings;
      if (issues.length < maxIssues) issues.push(issueOf(finding, template));
      if (errors.length === maxIssues) break;
    }
  }
  return { errors, warnings };
}

/** A metatag without a value under the trigger, and an equivalent one that has a value. */
export type UnfilledMetatag = { readonly metatag: string; readonly suggestion?: string };

/** The metatags of a text that have no value under its trigger, each once, whether or not the trigger is validated. */
export function unfilledMetatags(template: TemplateText): UnfilledMetatag[] {
  const found = new Map<string, UnfilledMetatag>();
  for (const finding of findingsIn(template)) {
    if (finding.metatag === null || !unfilled.has(finding.code) || found.size === maxIssues) continue;
    const { metatag, suggestion } = issueOf(finding, template);
    found.set(finding.metatag, { metatag: metatag!, ...(suggestion !== undefined && { suggestion }) });
  }
  return [...found.values()];
}

const unfilled: ReadonlySet<TemplateCode> = new Set(['UNKNOWN_METATAG', 'PLANNED_METATAG', 'UNAVAILABLE_FOR_TRIGGER']);

function* findingsIn(template: TemplateText): Generator<Finding> {
  const { text, channel } = template;
  if (text.trim() === '') yield { code: 'EMPTY_TEMPLATE', metatag: null, start: 0, end: text.length };
  const found = findMetatags(text);
  for (const tag of found) {
    const finding = tag.wellFormed ? checkName(tag, template) : checkMalformed(tag, template);
    if (finding) yield finding;
    const currency = tag.wellFormed ? currencyBefore(tag, text) : null;
    if (currency) yield currency;
  }
  yield* singleBraces(found, template);
  const overflow = channel === 'sms' ? smsOverflow(found, template) : null;
  if (overflow) yield overflow;
}

function checkMalformed(tag: FoundMetatag & { wellFormed: false }, template: TemplateText): Finding {
  const { text, trigger, channel } = template;
  const written = text.slice(tag.start, Math.min(tag.end, tag.start + 80));
  const intended = tag.intended ?? written.replace(/[{}\s]/g, '');
  const known = metatagNamed(intended) ? intended : nearestMetatag(intended, trigger, channel);
  return { ...spanOf(tag), code: 'INVALID_SYNTAX', metatag: written, suggestion: known ?? tag.intended };
}

function checkName(tag: FoundMetatag & { wellFormed: true }, template: TemplateText): Finding | null {
  const { trigger, channel, kind } = template;
  const { name } = tag;
  const metatag = metatagNamed(name);
  const finding = (code: TemplateCode, suggestion: string | null = null): Finding => ({
    ...spanOf(tag),
    code,
    metatag: name,
    suggestion,
  });
  if (!metatag) return finding('UNKNOWN_METATAG', nearestMetatag(name, trigger, channel));
  const ofStatus = codeOfStatus[metatag.status];
  const standIn = (): string | null => standInFor(metatag, trigger, channel);
  if (ofStatus && templateCodes[ofStatus].severity === 'error') return finding(ofStatus, standIn());
  const related = (): string | null => relatedMetatag(name, trigger, channel);
  if (!metatag.triggers.includes(trigger)) return finding('UNAVAILABLE_FOR_TRIGGER', related());
  if (!metatag.channels.includes(channel)) return finding('UNAVAILABLE_FOR_CHANNEL', related());
  // The sender is fixed (DEF4); HTML is not possible in a subject or an address.
  if (kind === 'sender') return finding('UNAVAILABLE_FOR_CHANNEL');
  if (metatag.type === 'html' && (kind === 'subject' || kind === 'url')) return finding('UNAVAILABLE_FOR_CHANNEL');
  if (ofStatus) return finding(ofStatus, standIn());
  if (metatag.sensitivity === 'sensitive') return finding('SENSITIVE_METATAG');
  return template.knowsPixCode === false && pixCodeMetatags.has(name) ? finding('PIX_CODE_UNKNOWN') : null;
}

const codeOfStatus = {
  active: null,
  legacy: 'LEGACY_METATAG',
  deprecated: 'DEPRECATED_METATAG',
  planned: 'PLANNED_METATAG',
} as const satisfies Record<MetatagStatus, TemplateCode | null>;

function standInFor(metatag: Metatag, trigger: Trigger, channel: Channel): string | null {
  const { name, replacement } = metatag;
  return replacement && isUsable(replacement, trigger, channel) ? replacement : relatedMetatag(name, trigger, channel);
}

function issueOf(finding: Finding, template: TemplateText): TemplateIssue {
  const { member, trigger, channel, kind, locale = 'pt-BR', audience } = template;
  const { code, metatag, suggestion, start, end } = finding;
  const place = kind === 'subject' || kind === 'sender' ? kind : channel;
  const values = {
    metatag:
      metatag === null || code === 'INVALID_SYNTAX' || code === 'SINGLE_BRACE'
        ? (metatag ?? '')
        : written(metatag, locale, audience),
    trigger: triggerNames[trigger][locale],
    place: placeNames[place][locale],
    length: String(finding.length ?? ''),
    member: describeMember(member, locale),
  };
  const message = templateMessage(code, locale, values, audience);
  const replacement = suggestion && (suggestion.includes('{{') ? suggestion : `{{${suggestion}}}`);
  return { code, metatag, member, message, ...(replacement && { suggestion: replacement }), start, end };
}

/** A metatag as text: its label for store owners; otherwise, or if unknown, its name in braces. */
function written(name: string, locale: Locale, audience?: Audience): string {
  return audience === 'owner' && metatagNamed(name) ? metatagLabel(name, locale) : `{{${name}}}`;
}
