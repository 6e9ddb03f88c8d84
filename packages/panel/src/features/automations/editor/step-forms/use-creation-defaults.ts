import type { ApiResponse } from '../../../../api/call.ts';
import { useApiQuery } from '../../../../api/query.ts';
import { useStore } from '../../../../ui/use-store.ts';

/** What a new step takes from its store; undefined until it is loaded, and for members who may not edit. */
export function useCreationDefaults(): ApiResponse<'GET /panel/api/stores/:storeId/automations/defaults'> | undefined {
  const { can } = useStore();
  const isEditor = can('editAutomations');
  return useApiQuery(
    'GET /panel/api/stores/:storeId/automations/defaults',
    {},
    { enabled: isEditor, staleTime: 60_000 },
  ).data;
}
