import type { Context } from '../../../context.ts';
import { listAutomationsHandlers } from './list-automations.ts';
import { createAutomationHandlers } from './create-automation.ts';
import { creationDefaultsHandlers } from './creation-defaults.ts';
import { findOverlapsHandlers } from './find-overlaps.ts';
import { readAutomationHandlers } from './read-automation.ts';
import { saveDraftHandlers } from './save-draft.ts';
import { publishAutomationHandlers } from './publish-automation.ts';
import { automationStatusHandlers } from './automation-status.ts';
import { listVersionsHandlers } from './list-versions.ts';
import { readVersionHandlers } from './read-version.ts';
import { switchAutomationHandlers } from './switch-automation.ts';
import { duplicateAutomationHandlers } from './duplicate-automation.ts';
import { deleteAutomationHandlers } from './delete-automation.ts';
import { previewEmailHandlers } from './preview-email.ts';
import { testSendHandlers } from './test-send.ts';

/** Automations: their drafts, versions and messages. */
export const definitionHandlers = (context: Context) => ({
  ...listAutomationsHandlers(context),
  ...createAutomationHandlers(context),
  ...creationDefaultsHandlers(context),
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
  ...previewEmailHandlers(context),
  ...testSendHandlers(context),
});
