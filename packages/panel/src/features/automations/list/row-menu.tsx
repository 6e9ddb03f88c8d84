import { ActionIcon, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useApiMutation } from '../../../api/query.ts';
import { Icon, type IconName } from '../../../ui/icons.tsx';
import { notifySuccess, notifyError } from '../../../ui/feedback/notify.ts';
import { OverlapDialog } from '../../../ui/overlaps/overlap-dialog.tsx';
import { askOverlaps, type OverlapQuestion } from '../../../ui/overlaps/use-overlaps.ts';
import { PauseDialog, type WaitingChoice } from '../../../ui/feedback/pause-dialog.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { useStore } from '../../../ui/use-store.ts';
import { automationState, type Automation } from './automation.ts';
import { download, flatText, nestedText } from './export.ts';
import { RemoveDialog } from './remove-dialog.tsx';
import { texts } from './texts.ts';

/** The actions on an automation of the list. */
export function RowMenu({ automation, name }: { automation: Automation; name: string }): ReactNode {
  const t = useTexts(texts);
  const { storeId, can } = useStore();
  const params = { storeId, automationId: automation.automationId };
  const [asksPause, pausing] = useDisclosure();
  const [asksRemove, removing] = useDisclosure();
  const { become, switchOn, question, closeQuestion, isSwitching, duplicate, run } = useRowActions(params, name);
  const state = automationState(automation);
  return (
    <>
      <Menu position="bottom-end" width={230}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size={36} aria-label={t.menu(name)}>
            <Icon name="more" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<Icon name="chart" size={16} />}
            renderRoot={(props) => <Link to="/$storeId/automations/$automationId/results" params={params} {...props} />}
          >
            {t.results}
          </Menu.Item>
          {can('editAutomations') && state === 'active' && item('pause', t.pause, pausing.open)}
          {can('editAutomations') && state === 'paused' && item('play', t.activate, () => void switchOn())}
          {can('editAutomations') && item('copy', t.duplicate, () => void duplicate())}
          <Menu.Divider />
          {item('code', t.copyJson, () =>
            run(async () => {
              await navigator.clipboard.writeText((await nestedText(params)).text);
              notifySuccess(t.copied);
            }),
          )}
          {item('download', t.download, () => run(async () => download(await nestedText(params))))}
          {item('download', t.downloadFlat, () =>
            run(async () => {
              const flat = await flatText(params);
              if (!flat) throw new Error(t.notFlat);
              download(flat);
            }),
          )}
          {can('editAutomations') && <Menu.Divider />}
          {can('editAutomations') && item('trash', t.remove, removing.open, 'vermelho')}
        </Menu.Dropdown>
      </Menu>
      <OverlapDialog
        question={question}
        onClose={closeQuestion}
        onGoOn={(pause) => void become(true, undefined, pause).then(closeQuestion)}
      />
      <PauseDialog
        params={params}
        name={name}
        opened={asksPause}
        onClose={pausing.close}
        isPending={isSwitching}
        onPause={(waiting) => void become(false, waiting).then(pausing.close)}
      />
      <RemoveDialog params={params} name={name} opened={asksRemove} onClose={removing.close} />
    </>
  );
}

const item = (icon: IconName, label: string, onClick: () => void, color?: string): ReactNode => (
  <Menu.Item leftSection={<Icon name={icon} size={16} />} onClick={onClick} {...(color && { color })}>
    {label}
  </Menu.Item>
);

/** Switches and copies an automation; an error stays visible until the user closes it. */
function useRowActions(params: { storeId: string; automationId: string }, name: string) {
  const t = useTexts(texts);
  const navigate = useNavigate();
  const switching = useApiMutation('POST /panel/api/stores/:storeId/automations/:automationId/active');
  const copying = useApiMutation('POST /panel/api/stores/:storeId/automations/:automationId/duplicate');
  const run = (task: () => Promise<void>): void => void task().catch((error: unknown) => notifyError(error as Error));
  const [question, setQuestion] = useState<OverlapQuestion>();
  const become = async (active: boolean, waiting?: WaitingChoice, pause: string[] = []): Promise<void> => {
    try {
      await switching.mutateAsync({ params, body: { active, pause, ...(waiting && { waiting }) } });
      notifySuccess(active ? t.switchedOn(name) : t.switchedOff(name));
    } catch (error) {
      notifyError(error as Error);
    }
  };
  return {
    run,
    question,
    closeQuestion: () => setQuestion(undefined),
    switchOn: async (): Promise<void> => {
      try {
        if ((await askOverlaps(params)).length > 0) setQuestion(params);
        else await become(true);
      } catch (error) {
        notifyError(error as Error);
      }
    },
    isSwitching: switching.isPending,
    become,
    duplicate: async (): Promise<void> => {
      try {
        const copy = Array.from(t.copyOf(name)).slice(0, 100).join('');
        const { automationId } = await copying.mutateAsync({ params, body: { name: copy } });
        notifySuccess(t.duplicated);
        await navigate({
          to: '/$storeId/automations/$automationId',
          params: { storeId: params.storeId, automationId },
        });
      } catch (error) {
        notifyError(error as Error);
      }
    },
  };
}
