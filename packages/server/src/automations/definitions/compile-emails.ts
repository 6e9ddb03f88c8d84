import { contentIssue, mjmlDocumentsOf, type Flow } from '@retoma/flow';
import type { Automations } from './automation-deps.ts';
import type { AutomationRefusal } from './refusal.ts';

/** EDT1: compiles the e-mails of a flow that is to be published. Refuses it if one cannot be compiled, since it would reach no one. */
export async function compileEmails(
  { mailThread, locale = 'pt-BR' }: Pick<Automations, 'mailThread' | 'locale'>,
  storeId: string,
  flow: Pick<Flow, 'steps'>,
): Promise<AutomationRefusal | undefined> {
  if (!mailThread) return undefined;
  const structure = [];
  for (const document of mjmlDocumentsOf(flow)) {
    const compiled = await mailThread.compile(storeId, document.mjml);
    // A busy machine takes longer than a text may; the message is bounded when it is sent.
    if (!compiled.ok && compiled.reason !== 'EMAIL_TIMEOUT')
      structure.push(contentIssue(document, compiled.reason, locale));
  }
  return structure.length === 0 ? undefined : { ok: false, code: 'AUTOMATION_INVALID', structure };
}
