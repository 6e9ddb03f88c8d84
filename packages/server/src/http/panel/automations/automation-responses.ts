import type { Validation } from '@retoma/flow';
import { pickLocale } from '@retoma/pay';
import type { FastifyRequest } from 'fastify';
import type { AutomationSummary } from '../../../automations/read-automations.ts';
import { refusalBody, type AutomationRefusal } from '../../../automations/refusal.ts';
import type { Automations } from '../../../automations/automation-deps.ts';
import type { Context } from '../../../context.ts';
import { noteActivity } from '../../../audit/audit-log.ts';
import type { Activity } from '../../../audit/audit-actions.ts';
import { sessionOf } from '../../guards/session.ts';
import type { PanelRefusal } from '../codes.ts';
import type { PanelAnswer } from '../contract.ts';

/** What changing automations needs, for the signed-in user and in their language. */
export function automationsFor({ db, config, clock }: Context, request: FastifyRequest): Automations {
  const { email, userId } = sessionOf(request);
  const locale = pickLocale(request.headers['accept-language']);
  return { db, mode: config.templateValidationMode, locale, by: email, userId, clock };
}

/** A refusal as the panel receives it: the body of the command line (DEF8). */
export const presentRefusal = (refusal: AutomationRefusal): PanelRefusal => ({
  ok: false,
  code: refusal.code,
  body: (locale) => refusalBody(refusal, locale),
});

/** AUT6: audits what a member did with an automation, by its name. */
export async function noteAutomation(
  { db, clock }: Context,
  request: FastifyRequest,
  { storeId, name }: { storeId: string; name: string },
  what: Activity,
): Promise<void> {
  await noteActivity(db, { storeId, userId: sessionOf(request).userId, action: what, at: clock(), detail: name });
}

/** DEF8: what template validation says, beside an answer; nothing in mode off. */
export const presentTemplates = ({ _validation }: Validation): Pick<Validation, '_validation'> =>
  _validation === undefined ? {} : { _validation };

type Head = Omit<PanelAnswer<'listAutomations'>['automations'][number], 'results'>;

/** An automation without its definition. */
export const presentHead = (automation: AutomationSummary): Head => ({
  automationId: automation.automationId,
  name: automation.name,
  triggerEvent: automation.triggerEvent,
  active: automation.active,
  publishedVersion: automation.publishedVersion,
  hasChanges: automation.hasChanges,
  revision: automation.draftRevision,
  updatedAt: automation.updatedAt.toISOString(),
  updatedBy: automation.updatedBy,
  problems: automation.problems,
});
