import type { Flow } from '@retoma/flow';
import { useParams } from '@tanstack/react-router';
import type { ApiResponse } from '../../../../api/call.ts';

/** The endpoint that loads an automation into the editor. */
export const automationRoute = 'GET /panel/api/stores/:storeId/automations/:automationId';

/** An automation as the editor opened it, with its draft. */
export type Automation = ApiResponse<typeof automationRoute>['automation'];

/** The path parameters of the automation in the page's address, for every call. */
export function useAutomationParams(): { storeId: string; automationId: string } {
  const { storeId = '', automationId = '' } = useParams({ strict: false });
  return { storeId, automationId };
}

/** A flow as the text that the editor saves. */
export const serializeFlow = (flow: Flow): string => JSON.stringify(flow, null, 2);

/** Parses a stored definition: JSON of any shape, which `readableFlow` makes readable for the views (EDT9). */
export const flowOf = (text: string): Flow => JSON.parse(text) as Flow;
