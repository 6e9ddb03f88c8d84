import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { ApiRequest } from '../../../api/call.ts';
import { useApiMutation } from '../../../api/query.ts';
import { notifyError } from '../../../ui/feedback/notify.ts';
import { useStore } from '../../../ui/use-store.ts';

/** Where a new automation comes from. */
export type Source = ApiRequest<'POST /panel/api/stores/:storeId/automations'>['body']['source'];

/**
 * Creates an automation as a draft and opens it in the editor, with `publishes` with the sheet that publishes it. `creating`: the source
 * until the editor has opened.
 */
export function useCreate(): {
  creating: Source | undefined;
  create: (source: Source, options?: { publishes?: boolean }) => Promise<void>;
} {
  const { storeId } = useStore();
  const navigate = useNavigate();
  const { mutateAsync } = useApiMutation('POST /panel/api/stores/:storeId/automations');
  const [creating, setCreating] = useState<Source>();
  const create = async (source: Source, { publishes = false } = {}): Promise<void> => {
    setCreating(source);
    try {
      const { automationId } = await mutateAsync({ body: { source } });
      await navigate({
        to: '/$storeId/automations/$automationId',
        params: { storeId, automationId },
        search: publishes ? { publish: 'yes' } : {},
      });
    } catch (error) {
      setCreating(undefined);
      notifyError(error as Error);
    }
  };
  return { creating, create };
}
