import { Button, Group, Popover, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { readPhone } from '@retoma/commerce/person';
import { channelOf, describeReason, type SendStep } from '@retoma/flow';
import type { ReactNode } from 'react';
import { useApiMutation } from '../../../../api/query.ts';
import { Icon } from '../../../../ui/icons.tsx';
import { useFormats } from '../../../../ui/format/formats.ts';
import { useLocale } from '../../../../ui/locale.tsx';
import { defineTexts, useTexts } from '../../../../ui/texts.ts';
import { ToneBadge } from '../../../../ui/tone-badge.tsx';
import { useMe } from '../../../../ui/use-store.ts';
import { useSending } from './use-sending.ts';

const texts = defineTexts(
  {
    open: 'Enviar teste para mim',
    unverified: 'Canal não verificado',
    phone: 'Seu celular com DDD',
    email: 'Seu e-mail',
    hint: 'Vai com os dados do exemplo. Não entra em nenhuma jornada.',
    send: 'Enviar teste',
    sent: (seconds: string) => `Entregue ao provedor em ${seconds} s.`,
    capturedInInbox: 'Guardado na caixa de teste da loja: esta conexão não envia de verdade.',
    failed: 'Não foi enviado.',
  },
  {
    open: 'Send me a test',
    unverified: 'The channel is not verified',
    phone: 'Your phone with area code',
    email: 'Your e-mail',
    hint: 'It goes with the data of the example. It is in no run.',
    send: 'Send the test',
    sent: (seconds) => `Handed to the provider in ${seconds} s.`,
    capturedInInbox: 'Stored in the test inbox: this connection sends no real messages.',
    failed: 'It was not sent.',
  },
);

/** The storage key of the last phone number that this browser sent tests to. */
const phoneStorageKey = 'retoma-test-phone';

/** Sends the current message to the member who edits it, and shows the provider's result. */
export function TestSend({ step }: { step: SendStep }): ReactNode {
  const t = useTexts(texts);
  const isUnverified = useSending()?.unverified.includes(channelOf[step.name]) ?? false;
  return (
    <Group gap="sm">
      <Popover width={300} position="top-start" trapFocus withArrow>
        <Popover.Target>
          <Button variant="default" w="fit-content" leftSection={<Icon name="send" size={16} />}>
            {t.open}
          </Button>
        </Popover.Target>
        <Popover.Dropdown>
          <SendForm step={step} />
        </Popover.Dropdown>
      </Popover>
      {isUnverified && <ToneBadge tone="wait">{t.unverified}</ToneBadge>}
    </Group>
  );
}

function SendForm({ step }: { step: SendStep }): ReactNode {
  const t = useTexts(texts);
  const isEmail = channelOf[step.name] === 'email';
  const email = useMe()?.user.email ?? '';
  const form = useForm({ initialValues: { to: isEmail ? email : (localStorage.getItem(phoneStorageKey) ?? '') } });
  const sending = useApiMutation('POST /panel/api/stores/:storeId/test-send');
  const send = ({ to }: typeof form.values): void => {
    if (!isEmail) localStorage.setItem(phoneStorageKey, to);
    sending.mutate({ body: { step: { ...alone(step) }, to: isEmail ? to : phoneOf(to) } });
  };
  return (
    <form onSubmit={form.onSubmit(send)}>
      <Stack gap="xs">
        <TextInput
          label={isEmail ? t.email : t.phone}
          type={isEmail ? 'email' : 'tel'}
          required
          {...form.getInputProps('to')}
        />
        <Text size="xs" c="dimmed">
          {t.hint}
        </Text>
        <Group>
          <Button type="submit" loading={sending.isPending}>
            {t.send}
          </Button>
        </Group>
        <div role="status">
          {sending.data && <Outcome {...sending.data} />}
          {sending.error && (
            <Text size="sm" c="var(--mantine-color-error)">
              {sending.error.message}
            </Text>
          )}
        </div>
      </Stack>
    </form>
  );
}

function Outcome({ reason, isSandbox, ms }: { reason: string | null; isSandbox: boolean; ms: number }): ReactNode {
  const t = useTexts(texts);
  const { locale } = useLocale();
  const { number } = useFormats();
  if (reason === null)
    return <Text size="sm">{isSandbox ? t.capturedInInbox : t.sent(number(Math.round(ms / 100) / 10))}</Text>;
  return (
    <Text size="sm" c="var(--mantine-color-error)">
      {t.failed} {describeReason(reason, locale)}
    </Text>
  );
}

/** The message without its outputs. */
const alone = ({ type, name, data }: SendStep): object => ({ type, name, data });

/** `(11) 98765-4321` → `+5511987654321`; a number with a country code keeps it. */
const phoneOf = (typed: string): string => {
  const { digits = '', prefix = '' } = readPhone(typed) ?? {};
  return prefix === '+' || digits.length > 11 ? `+${digits}` : `+55${digits}`;
};
