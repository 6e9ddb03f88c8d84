import { ActionIcon, Menu } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useApiMutation } from '../../../api/query.ts';
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx';
import { notifyError } from '../../../ui/feedback/notify.ts';
import { Icon, type IconName } from '../../../ui/icons.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { texts } from './texts.ts';
import type { Webhook } from './webhooks-data.ts';

type WebhookMenuProps = {
  webhook: Webhook;
  name: string;
  onChange: () => void;
  onReplay: () => void;
  onSecret: (secret: string) => void;
};

/** The less frequent actions on a webhook; those that end something are confirmed. */
export function WebhookMenu({ webhook, name, onChange, onReplay, onSecret }: WebhookMenuProps): ReactNode {
  const t = useTexts(texts);
  const [asked, setAsked] = useState<'rotate' | 'disable' | 'delete'>();
  const after = { onError: notifyError, onSettled: () => setAsked(undefined) };
  const params = { webhookId: webhook.webhookId };
  const rotate = useApiMutation('POST /panel/api/stores/:storeId/webhooks/:webhookId/rotate', {
    onSuccess: ({ secret }) => onSecret(secret),
    ...after,
  });
  const disable = useApiMutation('POST /panel/api/stores/:storeId/webhooks/:webhookId', { done: t.disabled, ...after });
  const remove = useApiMutation('DELETE /panel/api/stores/:storeId/webhooks/:webhookId', { done: t.deleted, ...after });
  const dialogs = {
    rotate: { title: t.rotateTitle, text: t.rotateText, action: t.rotate },
    disable: { title: t.disableTitle, text: t.disableText, action: t.disable },
    delete: { title: t.deleteTitle, text: t.deleteText(name), action: t.delete },
  };
  const confirm = (): void => {
    if (asked === 'rotate') rotate.mutate({ params, body: {} });
    if (asked === 'disable') disable.mutate({ params, body: { enabled: false } });
    if (asked === 'delete') remove.mutate({ params, body: {} });
  };
  return (
    <>
      <Menu position="bottom-end" width={240}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size={36} flex="none" aria-label={t.menu(name)}>
            <Icon name="more" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {item('pencil', t.change, onChange)}
          {item('key', t.rotate, () => setAsked('rotate'))}
          {webhook.enabled && item('refresh', t.replayMissed, onReplay)}
          <Menu.Divider />
          {webhook.enabled && item('pause', t.disable, () => setAsked('disable'))}
          {item('trash', t.delete, () => setAsked('delete'), 'vermelho')}
        </Menu.Dropdown>
      </Menu>
      {asked && (
        <ConfirmDialog
          opened
          title={dialogs[asked].title}
          action={dialogs[asked].action}
          isHarmless={asked === 'rotate'}
          isBusy={rotate.isPending || disable.isPending || remove.isPending}
          onClose={() => setAsked(undefined)}
          onConfirm={confirm}
        >
          {dialogs[asked].text}
        </ConfirmDialog>
      )}
    </>
  );
}

const item = (icon: IconName, label: string, onClick: () => void, color?: string): ReactNode => (
  <Menu.Item leftSection={<Icon name={icon} size={16} />} onClick={onClick} {...(color && { color })}>
    {label}
  </Menu.Item>
);
