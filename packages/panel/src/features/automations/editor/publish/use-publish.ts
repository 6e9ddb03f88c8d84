import { useApiMutation } from '../../../../api/query.ts';
import { notifySuccess } from '../../../../ui/feedback/notify.ts';
import { useTexts } from '../../../../ui/texts.ts';
import { useAutomationParams } from '../save/automation.ts';
import type { Saving } from '../save/use-autosave.ts';
import { texts } from './texts.ts';

/** Publishes the current draft. Saves unsaved changes first and returns false if that fails. Throws the refusals of the service. */
export function usePublish({ autosave }: Pick<Saving, 'autosave'>): {
  publish: (active: boolean, pause: readonly string[]) => Promise<boolean>;
  isPending: boolean;
} {
  const t = useTexts(texts);
  const params = useAutomationParams();
  const publishing = useApiMutation('POST /panel/api/stores/:storeId/automations/:automationId/publish');
  const publish = async (active: boolean, pause: readonly string[]): Promise<boolean> => {
    if (!(await autosave.flush())) return false;
    const done = await publishing.mutateAsync({
      params,
      body: { revision: autosave.revision, active, pause: [...pause] },
    });
    const staying = done.liveRuns.filter(({ version, runs }) => version !== done.version && runs > 0);
    const live = done.active ? t.published(done.version) : t.publishedPaused(done.version);
    notifySuccess([live, ...staying.map(({ runs, version }) => t.stay(runs, version))].join(' '));
    return true;
  };
  return { publish, isPending: publishing.isPending };
}
