import { Switch } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../../../../ui/texts.ts';
import { useActivation } from '../../../../ui/overlaps/use-activation.tsx';
import { useStore } from '../../../../ui/use-store.ts';
import { useFlowDocument } from '../state/flow-document.ts';
import { useMerge } from '../publish/use-merge.ts';
import { useAutomationParams, type Automation } from '../save/automation.ts';
import { texts } from './texts.ts';

/** Switches the published version on and off. Pausing requires a choice about the waiting runs (RUN16). */
export function ActiveSwitch({ automation }: { automation: Automation }): ReactNode {
  const t = useTexts(texts);
  const { can } = useStore();
  const { flow, locked } = useFlowDocument();
  const merge = useMerge();
  const { switchOn, switchOff, isPending, dialogs } = useActivation({
    params: useAutomationParams(),
    name: flow.name || t.noName,
    done: (active) => (active ? t.switchedOn : t.switchedOff),
    merge: locked === undefined ? merge : undefined,
  });
  return (
    <>
      <Switch
        size="xs"
        label={automation.active ? t.active : t.paused}
        aria-label={automation.active ? t.switchOff : t.switchOn}
        checked={automation.active}
        disabled={!can('editAutomations') || isPending}
        onChange={(event) => (event.currentTarget.checked ? switchOn() : switchOff())}
        styles={{ label: { fontSize: 12 } }}
      />
      {dialogs}
    </>
  );
}
