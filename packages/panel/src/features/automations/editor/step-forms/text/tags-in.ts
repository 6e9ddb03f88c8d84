import { localized } from '@retoma/commerce/locale';
import {
  findMetatags,
  metatagLabel,
  metatagNamed,
  validatesTrigger,
  validateTemplate,
  type Channel,
  type TemplateCode,
  type TextKind,
  type Trigger,
} from '@retoma/flow';
import type { Locale } from '../../../../../ui/locale.tsx';

/** The context of a text, which decides which metatags are valid in it. */
export type TagContext = { trigger: Trigger; channel: Channel; kind: TextKind; locale: Locale };

/** A metatag in a text, for its chip. `applyFix`: its replacement; `hint`: its problem, or its name and an example value. */
export type Tag = {
  from: number;
  to: number;
  label: string;
  tone: 'right' | 'old' | 'wrong' | 'unchecked';
  hint: string;
  applyFix?: string;
};

/** The well-formed metatags of a text, in order. */
export function tagsIn(text: string, context: TagContext): Tag[] {
  const { trigger, locale } = context;
  const report = validateTemplate({ text, ...context, member: '', audience: 'owner' });
  const issues = [...report.errors, ...report.warnings].filter(({ code }) => !ofText.has(code));
  return findMetatags(text).flatMap(({ start, end, ...tag }): Tag[] => {
    if (!tag.wellFormed) return [];
    const label = metatagLabel(tag.name, locale);
    const range = { from: start, to: end, label };
    const issue = issues.find((one) => one.start === start && one.end === end);
    if (issue) {
      const hint = issue.message;
      const tone: Tag['tone'] = issue.code === 'LEGACY_METATAG' || issue.code === 'SENSITIVE_METATAG' ? 'old' : 'wrong';
      return [{ ...range, tone, hint, ...(issue.suggestion && { applyFix: issue.suggestion }) }];
    }
    if (!validatesTrigger(trigger)) return [{ ...range, tone: 'unchecked', hint: unchecked[locale] }];
    return [{ ...range, tone: 'right', hint: held(tag.name, locale) }];
  });
}

const unchecked = { 'pt-BR': 'Não verificado neste gatilho', en: 'Not checked for this trigger' };

function held(name: string, locale: Locale): string {
  const metatag = metatagNamed(name);
  const empty = localized('vazio se o cliente não informou', 'empty if the customer did not provide it')[locale];
  return [name, metatag?.example.slice(0, 80), metatag?.sensitivity === 'personal' && empty]
    .filter(Boolean)
    .join(' · ');
}

/** Warnings about the surrounding text or the whole text, which no chip shows. */
const ofText: ReadonlySet<TemplateCode> = new Set(['DUPLICATE_CURRENCY', 'SINGLE_BRACE', 'SMS_MAY_OVERFLOW']);
