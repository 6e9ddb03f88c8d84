import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../context.ts';
import { addAutomationStatus } from './automation-status.ts';
import { addCreateAutomation } from './create-automation.ts';
import { addDeleteAutomation } from './delete-automation.ts';
import { addDuplicateAutomation } from './duplicate-automation.ts';
import { addFindOverlaps } from './find-overlaps.ts';
import { addListAutomations } from './list-automations.ts';
import { addListEvents } from '../events/list-events.ts';
import { addListVersions } from './list-versions.ts';
import { addPreviewEmail } from './preview-email.ts';
import { addPublishAutomation } from './publish-automation.ts';
import { addReadAutomation } from './read-automation.ts';
import { addReadEvent } from '../events/read-event.ts';
import { addReadSending } from '../channels/read-sending.ts';
import { addReadVersion } from './read-version.ts';
import { addSaveDraft } from './save-draft.ts';
import { addSwitchAutomation } from './switch-automation.ts';
import { addTestSend } from './test-send.ts';

/** Adds the endpoints of automations: list, drafts, versions, templates, import, previews and test sends. */
export function addAutomations(app: FastifyInstance, context: Context): void {
  addListAutomations(app, context);
  addCreateAutomation(app, context);
  addFindOverlaps(app, context);
  addReadAutomation(app, context);
  addSaveDraft(app, context);
  addPublishAutomation(app, context);
  addAutomationStatus(app, context);
  addListVersions(app, context);
  addReadVersion(app, context);
  addSwitchAutomation(app, context);
  addDuplicateAutomation(app, context);
  addDeleteAutomation(app, context);
  addPreviewEmail(app, context);
  addListEvents(app, context);
  addReadEvent(app, context);
  addReadSending(app, context);
  addTestSend(app, context);
}
