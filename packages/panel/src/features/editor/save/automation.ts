import type { Flow } from '@retoma/flow';
import { useParams } from '@tanstack/react-router';
import type { ApiResponse } from '../../../api/call.ts';

/** The endpoint that an editor opens with. */
export const automationRoute = 'GET /panel/api/stores/:storeId/automations/:automationId';

/** An automation as the editor opened it, with its draft. */
export type Automation = ApiResponse<typeof automationRoute>['automation'];

/** What names the automation of the page's address in every call. */
export function useAutomationParams(): { storeId: string; automationId: string } {
  const { storeId = '', automationId = '' } = useParams({ strict: false });
  return { storeId, automationId };
}

/** A flow as the editor writes it. */
export const serializeFlow = (flow: Flow): string => JSON.stringify(flow, null, 2);

/** A stored definition: JSON of any shape, which views read by `readableFlow` (EDT9). */
export const flowOf = (text: string): Flow => JSON.parse(text) as Flow;
