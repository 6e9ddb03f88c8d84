import { Button, Checkbox, Code, Group, Modal, SimpleGrid, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { ReactNode } from 'react';
import { useApiMutation } from '../../../api/query.ts';
import { DialogFoot } from '../../../ui/feedback/dialog-foot.tsx';
import { Refusal } from '../../../ui/feedback/refusal.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { texts } from './texts.ts';
import type { Webhook, WebhookEvent } from './webhooks-data.ts';

type TypedWebhook = { url: string; description: string; isAll: boolean; types: string[]; thin: boolean };

type WebhookDialogProps = {
  /** Absent: a new one. */
  webhook?: Webhook;
  events: readonly WebhookEvent[];
  onClose: () => void;
  /** Called with the secret of a new one. */
  onSecret: (secret: string) => void;
};

/** WHK7: the form of a webhook: its address and its events. */
export function WebhookDialog({ webhook, events, onClose, onSecret }: WebhookDialogProps): ReactNode {
  const t = useTexts(texts);
  const form = useForm<TypedWebhook>({
    initialValues: {
      url: webhook?.url ?? '',
      description: webhook?.description ?? '',
      isAll: webhook ? webhook.types === null : true,
      types: [...(webhook?.types ?? [])],
      thin: webhook?.thin ?? false,
    },
    validate: {
      url: (url) => (/^https?:\/\/[^\s/]/.test(url.trim()) ? null : t.urlWrong),
      types: (types, { isAll }) => (isAll || types.length > 0 ? null : t.noEvents),
    },
  });
  const create = useApiMutation('POST /panel/api/stores/:storeId/webhooks', {
    onSuccess: ({ secret }) => {
      onClose();
      onSecret(secret);
    },
  });
  const change = useApiMutation('POST /panel/api/stores/:storeId/webhooks/:webhookId', {
    done: t.saved,
    onSuccess: onClose,
  });
  const submit = (typed: TypedWebhook): void => {
    const types = typed.isAll ? null : events.map(({ type }) => type).filter((type) => typed.types.includes(type));
    const body = { url: typed.url.trim(), description: typed.description.trim() || null, types, thin: typed.thin };
    if (webhook) change.mutate({ params: { webhookId: webhook.webhookId }, body });
    else create.mutate({ body });
  };
  return (
    <Modal opened onClose={onClose} title={webhook ? t.changeTitle : t.newTitle} size="lg">
      <form onSubmit={form.onSubmit(submit)}>
        <Stack>
          <TextInput
            label={t.url}
            placeholder="https://sistema.sualoja.com.br/retoma"
            type="url"
            required
            maxLength={2_000}
            autoComplete="off"
            data-autofocus
            {...form.getInputProps('url')}
          />
          <TextInput
            label={t.description}
            placeholder={t.descriptionExample}
            maxLength={200}
            {...form.getInputProps('description')}
          />
          <Stack gap="xs">
            <Switch
              label={t.allEvents}
              description={t.allEventsHelp}
              {...form.getInputProps('isAll', { type: 'checkbox' })}
            />
            {!form.values.isAll && <EventChoices events={events} {...form.getInputProps('types')} />}
          </Stack>
          <Checkbox label={t.thin} description={t.thinHelp} {...form.getInputProps('thin', { type: 'checkbox' })} />
          <Refusal error={webhook ? change.error : create.error} />
          <DialogFoot>
            <Button variant="default" onClick={onClose}>
              {t.back}
            </Button>
            <Button type="submit" loading={create.isPending || change.isPending}>
              {webhook ? t.save : t.create}
            </Button>
          </DialogFoot>
        </Stack>
      </form>
    </Modal>
  );
}

type EventChoicesProps = {
  events: readonly WebhookEvent[];
  value?: string[];
  error?: ReactNode;
  onChange?: (types: string[]) => void;
};

/** A checkbox for each event. */
const EventChoices = ({ events, value, error, onChange }: EventChoicesProps): ReactNode => {
  const t = useTexts(texts);
  return (
    <Checkbox.Group aria-label={t.events} error={error} {...(value && { value })} {...(onChange && { onChange })}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" verticalSpacing="sm" pt="xs" pb={error ? 'xs' : 0}>
        {events.map(({ type, summary }) => (
          <Checkbox
            key={type}
            value={type}
            label={
              <Group gap={0} display="block">
                <Text size="sm">{summary}</Text>
                <Code fz="xs">{type}</Code>
              </Group>
            }
          />
        ))}
      </SimpleGrid>
    </Checkbox.Group>
  );
};
