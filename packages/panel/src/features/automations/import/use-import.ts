import type { Flow } from '@retoma/flow';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useApiQuery, useApiMutation } from '../../../api/query.ts';
import { notifySuccess, notifyError } from '../../../ui/feedback/notify.ts';
import { useTexts } from '../../../ui/texts.ts';
import { useStore } from '../../../ui/use-store.ts';
import { texts } from './texts.ts';

const oneRoute = 'GET /panel/api/stores/:storeId/automations/:automationId';

/** Whether the automation becomes active, and the ids of the automations that are paused with it. */
type Activation = { activate: boolean; pause: string[] };

/** Saves the imported automation and opens it. `target`: the automation whose draft is replaced; null creates a new one. */
export function useImport(target: string | null) {
  const t = useTexts(texts);
  const { storeId } = useStore();
  const navigate = useNavigate();
  const creating = useApiMutation('POST /panel/api/stores/:storeId/automations');
  const replacing = useApiMutation('PUT /panel/api/stores/:storeId/automations/:automationId/draft');
  const publishing = useApiMutation('POST /panel/api/stores/:storeId/automations/:automationId/publish');
  const params = { storeId, automationId: target ?? '' };
  const there = useApiQuery(oneRoute, { params }, { enabled: target !== null, staleTime: 0 }).data?.automation;
  const replace = async (automationId: string, text: string, { activate, pause }: Activation): Promise<string> => {
    const { revision } = await replacing.mutateAsync({ params, body: { text, revision: there?.revision ?? 1 } });
    if (activate) await publishing.mutateAsync({ params, body: { revision, active: true, pause } });
    return automationId;
  };
  const create = async (text: string, { activate, pause }: Activation): Promise<string> => {
    const body = { source: { kind: 'text', text, activate, pause } } as const;
    return (await creating.mutateAsync({ body })).automationId;
  };
  const save = async (text: string, activate: boolean, pause: string[] = []): Promise<void> => {
    try {
      const automationId = await (target === null
        ? create(text, { activate, pause })
        : replace(target, text, { activate, pause }));
      notifySuccess(activate ? t.activated : target === null ? t.saved : t.replaced);
      await navigate({ to: '/$storeId/automations/$automationId', params: { storeId, automationId } });
    } catch (error) {
      notifyError(error as Error);
    }
  };
  const targetDraft = useMemo(() => there && (JSON.parse(there.draft) as Flow), [there]);
  return { save, isPending: creating.isPending || replacing.isPending || publishing.isPending, targetDraft };
}
