import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { ApiRequest } from '../../../api/call.ts';
import { useApiMutation } from '../../../api/query.ts';
import { notifyError } from '../../../ui/feedback/notify.ts';
import { useStore } from '../../../ui/use-store.ts';

/** Where a new automation comes from. */
export type Source = ApiRequest<'POST /panel/api/stores/:storeId/automations'>['body']['source'];

/** Creates an automation as a draft and opens it in the editor. `creating`: the source until the editor has opened. */
export function useCreate(): { creating: Source | undefined; create: (source: Source) => Promise<void> } {
  const { storeId } = useStore();
  const navigate = useNavigate();
  const { mutateAsync } = useApiMutation('POST /panel/api/stores/:storeId/automations');
  const [creating, setCreating] = useState<Source>();
  const create = async (source: Source): Promise<void> => {
    setCreating(source);
    try {
      const { automationId } = await mutateAsync({ body: { source } });
      await navigate({ to: '/$storeId/automations/$automationId', params: { storeId, automationId } });
    } catch (error) {
      setCreating(undefined);
      notifyError(error as Error);
    }
  };
  return { creating, create };
}
