import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { formatAnyPhone } from '@retoma/commerce/person';
import { useState, type ReactNode } from 'react';
import { useApiMutation } from '../../../../api/query.ts';
import { ConfirmDialog } from '../../../../ui/feedback/confirm-dialog.tsx';
import { notifyError } from '../../../../ui/feedback/notify.ts';
import { useStoreFormats } from '../../../../ui/format/use-store-formats.ts';
import { Icon } from '../../../../ui/icons.tsx';
import { Surface } from '../../../../ui/surface.tsx';
import { useTexts } from '../../../../ui/texts.ts';
import { useStore } from '../../../../ui/use-store.ts';
import { messageTexts } from '../message-text.ts';
import type { Customer } from './customer.ts';
import { sourceKey, texts } from './texts.ts';

type ContactChannel = Customer['channels'][number];

/** Which channels reach a customer, and whether they may be written to (COM8). */
export function ContactChannels({ customer }: { customer: Customer }): ReactNode {
  const t = useTexts(texts);
  const { can } = useStore();
  const [changing, setChanging] = useState<ContactChannel | null>(null);
  return (
    <Surface component="section" aria-label={t.channels}>
      <Stack gap="sm">
        <Title order={2}>{t.channels}</Title>
        {customer.channels.map((one) => (
          <ChannelRow key={one.channel} one={one} change={can('changeOrders') ? () => setChanging(one) : undefined} />
        ))}
        {changing && <ChangeConsent customer={customer} one={changing} close={() => setChanging(null)} />}
      </Stack>
    </Surface>
  );
}

function ChannelRow({ one, change }: { one: ContactChannel; change: (() => void) | undefined }): ReactNode {
  const t = useTexts(texts);
  const m = useTexts(messageTexts);
  const { date } = useStoreFormats();
  const { channel, optedOut, isSuppressed } = one;
  return (
    <Group justify="space-between" wrap="nowrap" gap="sm">
      <Group gap="sm" wrap="nowrap" align="flex-start">
        <Icon name={channel} size={18} />
        <div>
          <Text size="sm" fw={500}>
            {m.channel[channel]}: {optedOut || isSuppressed ? t.receivesNot : t.receives}
          </Text>
          <Text size="xs" c="dimmed">
            {optedOut
              ? `${date(optedOut.at)}, ${optedOut.author === null ? t[sourceKey(optedOut.source)] : t.byMember(optedOut.author)}`
              : isSuppressed && t.suppressed}
          </Text>
        </div>
      </Group>
      {change && (
        <Button
          flex="none"
          size="xs"
          variant="default"
          onClick={change}
          aria-label={`${optedOut ? t.allowMessages : t.stopMessages} ${m.channel[channel]}`}
        >
          {optedOut ? t.allowMessages : t.stopMessages}
        </Button>
      )}
    </Group>
  );
}

type ChangeProps = { customer: Customer; one: ContactChannel; close: () => void };

function ChangeConsent({ customer, one: { channel, optedOut }, close }: ChangeProps): ReactNode {
  const t = useTexts(texts);
  const m = useTexts(messageTexts);
  const change = useApiMutation('POST /panel/api/stores/:storeId/people/consent', {
    done: optedOut ? t.allowed : t.stopped,
    onError: notifyError,
    onSettled: close,
  });
  const contact = (channel === 'email' ? customer.email : customer.phone) ?? '';
  const name = m.channel[channel];
  return (
    <ConfirmDialog
      opened
      title={optedOut ? t.allowTitle(name) : t.stopTitle(name)}
      action={optedOut ? t.allowMessages : t.stopMessages}
      isHarmless
      isBusy={change.isPending}
      onClose={close}
      onConfirm={() => change.mutate({ body: { contact, channel, state: optedOut ? 'granted' : 'withdrawn' } })}
    >
      {optedOut ? t.allowText : t.stopText(channel === 'email' ? contact : formatAnyPhone(contact))}
    </ConfirmDialog>
  );
}
