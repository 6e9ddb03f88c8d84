import type { Issue, Locale, TemplateValidation, Validation } from '@retoma/flow';
import { automationCodes, type AutomationCode } from './codes.ts';

/** The reason why a definition is not saved, published or switched on, with the issues to fix. */
export type AutomationRefusal = {
  ok: false;
  code: AutomationCode;
  structure?: Issue[];
  validation?: TemplateValidation;
};

/** DEF8: structural errors always refuse (400). Template errors refuse if the mode is block and the automation would be active (422). */
export function validationRefusal({ valid, structure, _validation }: Validation): AutomationRefusal | undefined {
  if (valid) return undefined;
  if (structure.some(({ severity }) => severity === 'error'))
    return { ok: false, code: 'AUTOMATION_INVALID', structure };
  return { ok: false, code: 'AUTOMATION_TEMPLATE_VALIDATION_FAILED', ...(_validation && { validation: _validation }) };
}

/** The body of a refusal: the documented error body, or the specification's own for template errors (Errors B). */
export function refusalBody({ code, structure, validation }: AutomationRefusal, locale: Locale = 'pt-BR'): object {
  const message = automationCodes[code][locale];
  if (code === 'AUTOMATION_TEMPLATE_VALIDATION_FAILED') return { success: false, code, message, validation };
  return { success: false, error: { code, message, ...(structure && { details: { issues: structure } }) } };
}
