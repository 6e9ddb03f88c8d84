import type { AnswerOf } from '../../../api/call.ts';

/** An automation of the list, with its results. */
export type Automation = AnswerOf<'GET /panel/api/stores/:storeId/automations'>['automations'][number];

/** How it stands, to a person. */
export type AutomationState = 'active' | 'paused' | 'draft';

/** Whether events start it, might, or it was never published. */
export const automationState = ({ active, publishedVersion }: Automation): AutomationState =>
  active ? 'active' : publishedVersion === null ? 'draft' : 'paused';

/** The list, as it is asked and told to be stale. */
export const listRoute = 'GET /panel/api/stores/:storeId/automations';
