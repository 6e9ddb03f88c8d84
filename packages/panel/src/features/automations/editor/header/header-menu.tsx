import { ActionIcon, Menu } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Icon } from '../../../../ui/icons.tsx';
import { notifySuccess, notifyError } from '../../../../ui/feedback/notify.ts';
import { useTexts } from '../../../../ui/texts.ts';
import { useStore } from '../../../../ui/use-store.ts';
import { callCopilot } from '../copilot/call-copilot.ts';
import { useFlowDocument } from '../state/flow-document.ts';
import { serializeFlow, useAutomationParams } from '../save/automation.ts';
import { texts } from './texts.ts';

type HeaderMenuProps = { onVersions: () => void; onProblems: () => void };

/** The less frequent actions: versions, results, the definition as a file; on a small screen also what has no space in the header. */
export function HeaderMenu(props: HeaderMenuProps): ReactNode {
  const t = useTexts(texts);
  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <ActionIcon variant="default" size={36} aria-label={t.more}>
          <Icon name="more" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Items {...props} />
      </Menu.Dropdown>
    </Menu>
  );
}

/** Rendered only while the menu is open, because it serializes the whole definition. */
function Items({ onVersions, onProblems }: HeaderMenuProps): ReactNode {
  const t = useTexts(texts);
  const params = useAutomationParams();
  const isSmall = useMediaQuery('(max-width: 899px)', false, { getInitialValueInEffect: false });
  const { flow } = useFlowDocument();
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(serializeFlow(flow));
      notifySuccess(t.copied);
    } catch (error) {
      notifyError(error as Error);
    }
  };
  return (
    <>
      {isSmall && <SmallItems onProblems={onProblems} />}
      <Menu.Item leftSection={<Icon name="history" size={16} />} onClick={onVersions}>
        {t.versions}
      </Menu.Item>
      <Menu.Item
        leftSection={<Icon name="chart" size={16} />}
        renderRoot={(props) => <Link to="/$storeId/automations/$automationId/results" params={params} {...props} />}
      >
        {t.results}
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item leftSection={<Icon name="copy" size={16} />} onClick={() => void copy()}>
        {t.copyJson}
      </Menu.Item>
      <Menu.Item
        leftSection={<Icon name="download" size={16} />}
        component="a"
        href={`data:application/json;charset=utf-8,${encodeURIComponent(serializeFlow(flow))}`}
        download={`${fileNameOf(flow.name)}.json`}
      >
        {t.download}
      </Menu.Item>
    </>
  );
}

/** What a wide header has beside the name. */
function SmallItems({ onProblems }: { onProblems: () => void }): ReactNode {
  const t = useTexts(texts);
  const { can } = useStore();
  return (
    <>
      {can('editAutomations') && (
        <Menu.Item leftSection={<Icon name="spark" size={16} />} onClick={callCopilot}>
          {t.copilot}
        </Menu.Item>
      )}
      <Menu.Item leftSection={<Icon name="warning" size={16} />} onClick={onProblems}>
        {t.problems}
      </Menu.Item>
      <Menu.Item
        leftSection={<Icon name="braces" size={16} />}
        renderRoot={(props) => <Link to="." search={(old) => ({ ...old, view: 'json' })} replace {...props} />}
      >
        JSON
      </Menu.Item>
      <Menu.Divider />
    </>
  );
}

/** `Lembrete de PIX` → `lembrete-de-pix`. */
const fileNameOf = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '') || 'automacao';
