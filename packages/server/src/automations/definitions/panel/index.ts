import type { Context } from '../../../context.ts';
import { listAutomationsHandlers } from './list-automations.ts';
import { createAutomationHandlers } from './create-automation.ts';
import { readAutomationHandlers } from './read-automation.ts';
import { saveDraftHandlers } from './save-draft.ts';
import { publishAutomationHandlers } from './publish-automation.ts';
import { switchAutomationHandlers } from './switch-automation.ts';
import { previewEmailHandlers } from './preview-email.ts';
import { testSendHandlers } from './test-send.ts';

/** Automations: their drafts, versions and messages. */
export const definitionHandlers = (context: Context) => ({
  ...listAutomationsHandlers(context),
  ...createAutomationHandlers(context),
  ...readAutomationHandlers(context),
  ...saveDraftHandlers(context),
  ...publishAutomationHandlers(context),
  ...switchAutomationHandlers(context),
  ...previewEmailHandlers(context),
  ...testSendHandlers(context),
});
