import { Switch } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState, type ReactNode } from 'react';
import { useApiMutation } from '../../../api/query.ts';
import { notifySuccess, notifyError } from '../../../ui/feedback/notify.ts';
import { PauseDialog, type WaitingChoice } from '../../../ui/feedback/pause-dialog.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { OverlapDialog } from '../../../ui/overlaps/overlap-dialog.tsx';
import { askOverlaps, type OverlapQuestion } from '../../../ui/overlaps/use-overlaps.ts';
import { useStore } from '../../../ui/use-store.ts';
import { useFlowDocument } from '../state/flow-document.ts';
import { useMerge } from '../publish/use-merge.ts';
import { useAutomationParams, type Automation } from '../save/automation.ts';
import { texts } from './texts.ts';

/** Switches the published version on and off. Pausing requires a choice about the waiting runs (RUN16). */
export function ActiveSwitch({ automation }: { automation: Automation }): ReactNode {
  const t = useTexts(texts);
  const params = useAutomationParams();
  const { can } = useStore();
  const { flow, locked } = useFlowDocument();
  const [asks, { open, close }] = useDisclosure();
  const switching = useApiMutation('POST /panel/api/stores/:storeId/automations/:automationId/active');
  const [question, setQuestion] = useState<OverlapQuestion>();
  const merge = useMerge();
  const become = async (active: boolean, waiting?: WaitingChoice, pause: string[] = []): Promise<void> => {
    try {
      await switching.mutateAsync({ params, body: { active, pause, ...(waiting && { waiting }) } });
      close();
      setQuestion(undefined);
      notifySuccess(active ? t.switchedOn : t.switchedOff);
    } catch (error) {
      notifyError(error as Error);
    }
  };
  const switchOn = async (): Promise<void> => {
    try {
      if ((await askOverlaps(params)).length > 0) setQuestion(params);
      else await become(true);
    } catch (error) {
      notifyError(error as Error);
    }
  };
  return (
    <>
      <Switch
        size="xs"
        label={automation.active ? t.active : t.paused}
        aria-label={automation.active ? t.switchOff : t.switchOn}
        checked={automation.active}
        disabled={!can('editAutomations') || switching.isPending}
        onChange={(event) => (event.currentTarget.checked ? void switchOn() : open())}
        styles={{ label: { fontSize: 12 } }}
      />
      <OverlapDialog
        question={question}
        onClose={() => setQuestion(undefined)}
        onGoOn={(pause) => void become(true, undefined, pause)}
        {...(locked === undefined && {
          onMerge: (others) => {
            if (merge(others)) setQuestion(undefined);
          },
        })}
      />
      <PauseDialog
        params={params}
        name={flow.name || t.noName}
        opened={asks}
        onClose={close}
        isPending={switching.isPending}
        onPause={(waiting) => void become(false, waiting)}
      />
    </>
  );
}
