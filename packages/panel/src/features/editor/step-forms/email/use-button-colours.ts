import { useApiQuery } from '../../../../api/query.ts';
import { useStore } from '../../../../ui/use-store.ts';
import type { ButtonColours } from './blocks.ts';

/** The colours of the store's buttons; undefined for a store without a colour, and until they are loaded. */
export function useButtonColours(): ButtonColours | undefined {
  const { can } = useStore();
  const { data } = useApiQuery(
    'GET /panel/api/stores/:storeId/automations/defaults',
    {},
    { enabled: can('editAutomations'), staleTime: 60_000 },
  );
  return data?.button ?? undefined;
}
