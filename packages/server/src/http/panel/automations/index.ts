import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../context.ts';
import { automationStatusHandlers } from './automation-status.ts';
import { createAutomationHandlers } from './create-automation.ts';
import { deleteAutomationHandlers } from './delete-automation.ts';
import { duplicateAutomationHandlers } from './duplicate-automation.ts';
import { findOverlapsHandlers } from './find-overlaps.ts';
import { listAutomationsHandlers } from './list-automations.ts';
import { listEventsHandlers } from '../events/list-events.ts';
import { listVersionsHandlers } from './list-versions.ts';
import { previewEmailHandlers } from './preview-email.ts';
import { publishAutomationHandlers } from './publish-automation.ts';
import { readAutomationHandlers } from './read-automation.ts';
import { readEventHandlers } from '../events/read-event.ts';
import { readSendingHandlers } from '../channels/read-sending.ts';
import { readVersionHandlers } from './read-version.ts';
import { saveDraftHandlers } from './save-draft.ts';
import { switchAutomationHandlers } from './switch-automation.ts';
import { testSendHandlers } from './test-send.ts';
import type { automationsContract } from './contract.ts';
import type { PanelHandlers } from '../handlers.ts';

/** The handlers of the endpoints of automations: list, drafts, versions, templates, import, previews and test sends. */
export const automationsHandlers = (
  app: FastifyInstance,
  context: Context,
): PanelHandlers<keyof typeof automationsContract> => ({
  ...listAutomationsHandlers(context),
  ...createAutomationHandlers(context),
  ...findOverlapsHandlers(context),
  ...readAutomationHandlers(context),
  ...saveDraftHandlers(context),
  ...publishAutomationHandlers(context),
  ...automationStatusHandlers(context),
  ...listVersionsHandlers(context),
  ...readVersionHandlers(context),
  ...switchAutomationHandlers(context),
  ...duplicateAutomationHandlers(context),
  ...deleteAutomationHandlers(context),
  ...previewEmailHandlers(app, context),
  ...listEventsHandlers(context),
  ...readEventHandlers(context),
  ...readSendingHandlers(context),
  ...testSendHandlers(context),
});
