import type { Flow } from '@retoma/flow';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { Refused } from '../../../api/call.ts';
import { useApiQuery, useApiMutation } from '../../../api/query.ts';
import { notifySuccess, notifyError } from '../../../ui/feedback/notify.ts';
import { useTexts } from '../../../ui/texts.ts';
import { useStore } from '../../../ui/use-store.ts';
import { texts } from './texts.ts';

/** DEF8: the refusals of a text that may still be kept as a draft. */
const notValid: ReadonlySet<string> = new Set(['AUTOMATION_INVALID', 'AUTOMATION_TEMPLATE_VALIDATION_FAILED']);

const oneRoute = 'GET /panel/api/stores/:storeId/automations/:automationId';

/** Whether the automation becomes active, and the ids of the automations that are paused with it. */
type Activation = { activate: boolean; pause: string[] };

/** How an import is saved: as a valid automation, paused or active, or kept as a draft that is still to be corrected (EDT9). */
export type SaveAs = 'paused' | 'active' | 'draft';

/**
 * Saves the imported automation and opens it. `target`: the automation whose draft is replaced; null creates a new one. `refused`: the last
 * text that the service refused as not valid.
 */
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
  const create = async (text: string, as: SaveAs, pause: string[]): Promise<string> => {
    const source =
      as === 'draft'
        ? ({ kind: 'draft', text } as const)
        : ({ kind: 'text', text, activate: as === 'active', pause } as const);
    return (await creating.mutateAsync({ body: { source } })).automationId;
  };
  const [refused, setRefused] = useState<string>();
  const save = async (text: string, as: SaveAs, pause: string[] = []): Promise<void> => {
    const activate = as === 'active';
    try {
      const automationId = await (target === null
        ? create(text, as, pause)
        : replace(target, text, { activate, pause }));
      notifySuccess(activate ? t.activated : target === null ? t.saved : t.replaced);
      await navigate({ to: '/$storeId/automations/$automationId', params: { storeId, automationId } });
    } catch (error) {
      if (target === null && error instanceof Refused && notValid.has(error.code)) setRefused(text);
      notifyError(error as Error);
    }
  };
  const targetDraft = useMemo(() => there && (JSON.parse(there.draft) as Flow), [there]);
  return { save, refused, isPending: creating.isPending || replacing.isPending || publishing.isPending, targetDraft };
}
