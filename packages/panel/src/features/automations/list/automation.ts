import type { ApiResponse } from '../../../api/call.ts';

/** An automation of the list, with its results. */
export type Automation = ApiResponse<'GET /panel/api/stores/:storeId/automations'>['automations'][number];

/** The state of an automation that the list shows. */
export type AutomationState = 'active' | 'paused' | 'draft';

/** `draft`: the automation was never published. */
export const automationState = ({ active, publishedVersion }: Automation): AutomationState =>
  active ? 'active' : publishedVersion === null ? 'draft' : 'paused';

/** The route of the list, for queries and invalidation. */
export const listRoute = 'GET /panel/api/stores/:storeId/automations';
