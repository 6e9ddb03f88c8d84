import { automationCodes, refusalBody, validationIn, type saveAutomation } from '@retoma/server/commands';
import type { CommandOutput } from './command.ts';
import { describeValidation } from './commands/validate.ts';
import type { Locale } from './language.ts';

const texts = {
  'pt-BR': { version: 'versão', draft: 'rascunho' },
  en: { version: 'version', draft: 'draft' },
} as const satisfies Record<Locale, object>;

/** The output for a saved automation or a refused save; `source` is the origin of its definition. */
export function describeSaved(
  source: string,
  saved: Awaited<ReturnType<typeof saveAutomation>>,
  locale: Locale,
): CommandOutput & { json: object } {
  if (!saved.ok) {
    const structure = saved.structure ?? [];
    const _validation = saved.validation ?? null;
    const lines = describeValidation(source, { valid: false, format: 'nested', structure, _validation }, locale);
    return {
      json: refusalBody(saved, locale),
      text: `${lines}\n${automationCodes[saved.code][locale]}`,
      exitCode: 1,
    };
  }
  const t = texts[locale];
  const { automationId, draftRevision, publishedVersion, active, name } = saved.automation;
  const json = {
    automationId,
    name,
    draftRevision,
    publishedVersion,
    active,
    ...validationIn(saved),
  };
  const version = publishedVersion ? `, ${t.version} ${publishedVersion}` : `, ${t.draft}`;
  return { json, text: `${describeValidation(source, saved.validation, locale)}\n${name}: ${automationId}${version}` };
}
