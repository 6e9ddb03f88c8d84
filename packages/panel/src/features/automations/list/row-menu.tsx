import { ActionIcon, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useApiMutation } from '../../../api/query.ts';
import { Icon, type IconName } from '../../../ui/icons.tsx';
import { notifySuccess, notifyError } from '../../../ui/feedback/notify.ts';
import { useActivation } from '../../../ui/overlaps/use-activation.tsx';
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
  const [asksRemove, removing] = useDisclosure();
  const { switchOn, switchOff, dialogs } = useActivation({
    params,
    name,
    done: (active) => (active ? t.switchedOn(name) : t.switchedOff(name)),
  });
  const duplicate = useDuplicate(params, name);
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
          {can('editAutomations') && state === 'active' && item('pause', t.pause, switchOff)}
          {can('editAutomations') && state === 'paused' && item('play', t.activate, switchOn)}
          {can('editAutomations') && item('copy', t.duplicate, () => run(duplicate))}
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
      {dialogs}
      <RemoveDialog params={params} name={name} opened={asksRemove} onClose={removing.close} />
    </>
  );
}

const item = (icon: IconName, label: string, onClick: () => void, color?: string): ReactNode => (
  <Menu.Item leftSection={<Icon name={icon} size={16} />} onClick={onClick} {...(color && { color })}>
    {label}
  </Menu.Item>
);

/** Runs a task; an error stays visible until the user closes it. */
const run = (task: () => Promise<void>): void => void task().catch((error: unknown) => notifyError(error as Error));

/** Copies an automation under a new name, and opens the copy. */
function useDuplicate(params: { storeId: string; automationId: string }, name: string): () => Promise<void> {
  const t = useTexts(texts);
  const navigate = useNavigate();
  const copying = useApiMutation('POST /panel/api/stores/:storeId/automations/:automationId/duplicate');
  return async () => {
    const copy = Array.from(t.copyOf(name)).slice(0, 100).join('');
    const { automationId } = await copying.mutateAsync({ params, body: { name: copy } });
    notifySuccess(t.duplicated);
    await navigate({ to: '/$storeId/automations/$automationId', params: { ...params, automationId } });
  };
}
