import { pickLocale } from '@retoma/pay';
import type { FastifyRequest } from 'fastify';
import type { AutomationSummary } from '../read-automations.ts';
import { refusalBody, type AutomationRefusal } from '../refusal.ts';
import type { Automations } from '../automation-deps.ts';
import type { Context } from '../../../context.ts';
import { sessionOf } from '../../../members/guards/session.ts';
import type { PanelRefusal } from '../../../codes.ts';
import type { PanelAnswer } from '../../../panel-contract.ts';

/** Dependencies for changing automations, with the signed-in user and the language of the request. */
export function automationsFor({ db, config, mailThread }: Context, request: FastifyRequest): Automations {
  const { email, userId } = sessionOf(request);
  const locale = pickLocale(request.headers['accept-language']);
  return { db, mode: config.templateValidationMode, mailThread, locale, by: email, userId };
}

/** A refusal for the panel, with the same body as on the command line (DEF8). */
export const presentRefusal = (refusal: AutomationRefusal): PanelRefusal => ({
  ok: false,
  code: refusal.code,
  body: (locale) => refusalBody(refusal, locale),
});

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
