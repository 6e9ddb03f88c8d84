import { ActionIcon, Button, Group, Menu, Text } from '@mantine/core';
import { useClipboard, useDisclosure } from '@mantine/hooks';
import { parseMessageKey } from '@retoma/flow';
import { type ReactNode } from 'react';
import { useApiMutation } from '../../../../api/query.ts';
import { ConfirmDialog } from '../../../../ui/feedback/confirm-dialog.tsx';
import { useStoreFormats } from '../../../../ui/format/use-store-formats.ts';
import { Icon } from '../../../../ui/icons.tsx';
import { notifySuccess, notifyError } from '../../../../ui/feedback/notify.ts';
import { useTexts } from '../../../../ui/texts.ts';
import { useStore } from '../../../../ui/use-store.ts';
import type { RunMessage } from '../message-text.ts';
import { texts as shared } from '../texts.ts';
import { PersonDialog } from './contact-dialog.tsx';
import type { Run } from './row.ts';
import { texts } from './texts.ts';

/** Cancelling requires a confirmation if a message is due within this time. */
const soon = 5 * 60_000;

const isDueSoon = (due: string | undefined): boolean => due !== undefined && Date.parse(due) - Date.now() < soon;

function useOperate(run: Run) {
  const operate = useApiMutation('POST /panel/api/stores/:storeId/runs/operations');
  return async (kind: 'cancel' | 'skip' | 'retry', done: string, step?: string): Promise<void> => {
    try {
      await operate.mutateAsync({
        body: { kind, of: { runIds: [run.runId] }, ...(step !== undefined && { step }) },
      });
      notifySuccess(done);
    } catch (error) {
      notifyError(error as Error);
    }
  };
}

/** The actions on a run. */
export function RunActions({ run }: { run: Run }): ReactNode {
  const t = useTexts(texts);
  const s = useTexts(shared);
  const { can } = useStore();
  const operate = useOperate(run);
  const { time } = useStoreFormats();
  const [asks, asking] = useDisclosure();
  const due = run.waitsFor?.for === 'timer' ? run.waitsFor.at : undefined;
  const contact = run.name ?? s.unknownContact;
  const cancel = (): void => {
    asking.close();
    void operate('cancel', t.cancelled);
  };
  return (
    <Group gap="xs">
      {can('operateRuns') && run.finishedAt === null && (
        <>
          {due !== undefined && (
            <Button variant="default" onClick={() => void operate('skip', t.skipped)}>
              {t.skip}
            </Button>
          )}
          <Button
            variant="default"
            c="var(--mantine-color-error)"
            onClick={() => (isDueSoon(due) ? asking.open() : cancel())}
          >
            {t.cancel}
          </Button>
        </>
      )}
      <RunMenu runId={run.runId} />
      <ConfirmDialog opened={asks} title={t.cancel} action={t.cancel} onClose={asking.close} onConfirm={cancel}>
        {due === undefined ? t.confirmCancel(contact) : t.confirmSoon(contact, time(due))}
      </ConfirmDialog>
    </Group>
  );
}

function RunMenu({ runId }: { runId: string }): ReactNode {
  const t = useTexts(texts);
  const { can } = useStore();
  const clipboard = useClipboard();
  const [sees, seeing] = useDisclosure();
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label={t.moreActions}>
            <Icon name="more" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {can('seeShoppers') && (
            <Menu.Item leftSection={<Icon name="eye" size={16} />} onClick={seeing.open}>
              {t.seePerson}
            </Menu.Item>
          )}
          <Menu.Item
            leftSection={<Icon name="copy" size={16} />}
            onClick={() => {
              clipboard.copy(runId);
              notifySuccess(t.copied);
            }}
          >
            {t.copyId}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {sees && <PersonDialog runId={runId} onClose={seeing.close} />}
    </>
  );
}

/** Starts a run that is over again at a message (RUN19). Warns first if the contact may get the message twice. */
export function RetryButton({ run, message }: { run: Run; message: RunMessage }): ReactNode {
  const t = useTexts(texts);
  const s = useTexts(shared);
  const operate = useOperate(run);
  const [asks, asking] = useDisclosure();
  const went = ['sent', 'delivered', 'read', 'unknown'].includes(message.state);
  const step = parseMessageKey(message.message)?.path;
  if (step === undefined || run.finishedAt === null || message.resentBy !== null) return null;
  return (
    <>
      <Button size="xs" variant="subtle" onClick={asking.open}>
        {t.retryStep}
      </Button>
      <ConfirmDialog
        opened={asks}
        title={t.retryStep}
        action={t.retryStep}
        isHarmless
        onClose={asking.close}
        onConfirm={() => {
          asking.close();
          void operate('retry', t.retried, step);
        }}
      >
        <Text>{t.retryText}</Text>
        {went && <Text fw={500}>{t.retryTwice(run.name ?? s.unknownContact)}</Text>}
      </ConfirmDialog>
    </>
  );
}
