import { readableFlow } from '@retoma/flow';
import { call, Failed, Refused, Unreachable, type ApiResponse } from '../../../../api/call.ts';
import { queryClient } from '../../../../api/query.ts';
import { automationRoute, flowOf, serializeFlow, type Automation } from './automation.ts';
import type { Attempt, Draft } from './autosave.ts';

/** A draft that another member saved. `by`: their e-mail; null: the command line. `at`: ISO. */
export type RemoteDraft = Draft & { readonly by: string | null; readonly at: string };

type Params = { storeId: string; automationId: string };

/** Saves a draft and returns the result. Updates the cached automation after success. */
export async function sendDraft(params: Params, draft: Draft): Promise<Attempt<RemoteDraft>> {
  try {
    const saved = await call('PUT /panel/api/stores/:storeId/automations/:automationId/draft', { params, body: draft });
    const { revision, updatedAt, problems } = saved;
    amend(params, {
      draft: draft.text,
      revision,
      updatedAt,
      problems,
      hasChanges: true,
      name: readableFlow(flowOf(draft.text)).name,
    });
    return { kind: 'saved', revision, at: Date.parse(updatedAt) };
  } catch (error) {
    if (error instanceof Unreachable) return { kind: 'unreachable' };
    if (error instanceof Failed) return { kind: 'refused', error };
    if (!(error instanceof Refused)) throw error;
    const remote = error.code === 'AUTOMATION_CHANGED' ? remoteDraftIn(error.details) : undefined;
    return remote ? { kind: 'changed', remote } : { kind: 'refused', error };
  }
}

function amend(params: Params, changes: Partial<Automation>): void {
  queryClient.setQueryData<ApiResponse<typeof automationRoute>>(
    [automationRoute, { params }],
    (known) => known && { ...known, automation: { ...known.automation, ...changes } },
  );
}

function remoteDraftIn(details: unknown): RemoteDraft | undefined {
  const { draft, revision, updatedAt, updatedBy } = (details ?? {}) as Record<string, unknown>;
  if (typeof draft !== 'string' || typeof revision !== 'number') return undefined;
  return {
    text: serializeFlow(flowOf(draft)),
    revision,
    by: typeof updatedBy === 'string' ? updatedBy : null,
    at: String(updatedAt),
  };
}
