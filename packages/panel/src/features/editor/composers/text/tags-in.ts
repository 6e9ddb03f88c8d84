import {
  findMetatags,
  metatagNamed,
  triggerName,
  validatesTrigger,
  validateTemplate,
  type Channel,
  type TemplateCode,
  type TextKind,
  type Trigger,
} from '@retoma/flow';
import { metatagLabel } from '../../../../preview/metatag-labels.ts';
import type { Locale } from '../../../../ui/locale.tsx';

/** Where a text stands, which decides what it may hold. */
export type TagContext = { trigger: Trigger; channel: Channel; kind: TextKind; locale: Locale };

/** A metatag in a text, as a chip shows it. `mend`: what to put in its place; `hint`: what is wrong with it, or what it holds. */
export type Tag = {
  from: number;
  to: number;
  label: string;
  tone: 'right' | 'old' | 'wrong' | 'unchecked';
  hint: string;
  mend?: string;
};

/** The metatags of a text that are whole, in order. */
export function tagsIn(text: string, context: TagContext): Tag[] {
  const { trigger, locale } = context;
  const report = validateTemplate({ text, ...context, member: '' });
  const issues = [...report.errors, ...report.warnings].filter(({ code }) => Object.hasOwn(words, code));
  return findMetatags(text).flatMap(({ start, end, ...tag }): Tag[] => {
    if (!tag.wellFormed) return [];
    const label = metatagLabel(tag.name, locale);
    const place = { from: start, to: end, label };
    const issue = issues.find((one) => one.start === start && one.end === end);
    if (issue) {
      const hint = words[issue.code as keyof typeof words][locale](label, triggerName(trigger, locale));
      const tone: Tag['tone'] = issue.code === 'LEGACY_METATAG' || issue.code === 'SENSITIVE_METATAG' ? 'old' : 'wrong';
      return [{ ...place, tone, hint, ...(issue.suggestion && { mend: issue.suggestion }) }];
    }
    if (!validatesTrigger(trigger)) return [{ ...place, tone: 'unchecked', hint: unchecked[locale] }];
    return [{ ...place, tone: 'right', hint: held(tag.name, locale) }];
  });
}

const unchecked = { 'pt-BR': 'Não verificado neste gatilho', en: 'Not checked for this trigger' };

function held(name: string, locale: Locale): string {
  const metatag = metatagNamed(name);
  const empty = locale === 'en' ? 'empty if the customer did not tell it' : 'vazio se o cliente não informou';
  return [name, metatag?.example.slice(0, 80), metatag?.sensitivity === 'personal' && empty]
    .filter(Boolean)
    .join(' · ');
}

type Say = (label: string, trigger: string) => string;

/** What is said of a chip, by code. */
const words = {
  UNKNOWN_METATAG: {
    'pt-BR': (label) => `${label} não existe.`,
    en: (label) => `${label} does not exist.`,
  },
  PLANNED_METATAG: {
    'pt-BR': (label) => `${label} ainda não está disponível e sairia vazio.`,
    en: (label) => `${label} is not available yet and would be empty.`,
  },
  UNAVAILABLE_FOR_TRIGGER: {
    'pt-BR': (label, trigger) => `${label} não existe em ${trigger}.`,
    en: (label, trigger) => `${label} does not exist in ${trigger}.`,
  },
  UNAVAILABLE_FOR_CHANNEL: {
    'pt-BR': (label) => `${label} não funciona aqui.`,
    en: (label) => `${label} does not work here.`,
  },
  LEGACY_METATAG: {
    'pt-BR': (label) => `${label} é antigo e pode deixar de funcionar.`,
    en: (label) => `${label} is old and may stop working.`,
  },
  DEPRECATED_METATAG: {
    'pt-BR': (label) => `${label} vai deixar de existir.`,
    en: (label) => `${label} will be removed.`,
  },
  SENSITIVE_METATAG: {
    'pt-BR': (label) => `${label} é um dado sensível: evite enviar em mensagens.`,
    en: (label) => `${label} is sensitive: avoid sending it in messages.`,
  },
} as const satisfies Partial<Record<TemplateCode, Record<Locale, Say>>>;
