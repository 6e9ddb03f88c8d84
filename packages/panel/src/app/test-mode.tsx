import { Alert, Button, Group, Menu, Switch, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { queryClient, useApiMutation } from '../api/query.ts';
import { notifyError } from '../ui/feedback/notify.ts';
import { Icon } from '../ui/icons.tsx';
import { defineTexts, useTexts } from '../ui/texts.ts';
import { useStore } from '../ui/use-store.ts';
import { useTestMode } from '../ui/linked-stores/use-test-mode.ts';

const texts = defineTexts(
  {
    name: 'Modo de teste',
    title: 'Modo de teste:',
    text: 'pagamentos simulados, e as mensagens ficam na caixa de teste.',
    advance: 'Adiantar o tempo',
    advanced: 'O tempo passou. O que venceu acontece em instantes.',
    in30: '30 minutos',
    in120: '2 horas',
    in1440: '1 dia',
    in4320: '3 dias',
    in43200: '30 dias',
  },
  {
    name: 'Test mode',
    title: 'Test mode:',
    text: 'payments are simulated, and messages stay in the test inbox.',
    advance: 'Let time pass',
    advanced: 'The time has passed. What is due happens in a moment.',
    in30: '30 minutes',
    in120: '2 hours',
    in1440: '1 day',
    in4320: '3 days',
    in43200: '30 days',
  },
);

/** The steps that are offered, in minutes. */
const steps = [30, 120, 1440, 4320, 43_200] as const;

/** TST1: the switch of the test mode of the viewed store, if it may have one. */
export function TestModeSwitch(): ReactNode {
  const t = useTexts(texts);
  const { isOn, isOffered, isOpening, turn } = useTestMode();
  if (!isOffered) return null;
  return (
    <Switch
      mt="xs"
      px={10}
      size="sm"
      color="ambar"
      labelPosition="left"
      styles={{ body: { justifyContent: 'space-between' } }}
      label={t.name}
      checked={isOn}
      disabled={isOpening}
      onChange={() => turn()}
    />
  );
}

/** TST1: says on every page of test mode what it is, and lets time pass (TST6). */
export function TestBanner(): ReactNode {
  const t = useTexts(texts);
  const { can } = useStore();
  const advance = useApiMutation('POST /panel/api/stores/:storeId/test-clock', {
    done: t.advanced,
    onSuccess: () => void queryClient.invalidateQueries(),
    onError: notifyError,
  });
  return (
    <Alert color="ambar" py="xs" radius={0}>
      <Group justify="space-between" gap="sm" mih={30}>
        <Group gap="sm" wrap="nowrap" flex="1 1 260px">
          <Icon name="flask" />
          <Text>
            <b>{t.title}</b> {t.text}
          </Text>
        </Group>
        {can('editAutomations') && (
          <Menu position="bottom-end">
            <Menu.Target>
              <Button
                size="xs"
                variant="default"
                loading={advance.isPending}
                leftSection={<Icon name="clock" size={14} />}
              >
                {t.advance}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              {steps.map((minutes) => (
                <Menu.Item key={minutes} onClick={() => advance.mutate({ body: { minutes } })}>
                  {t[`in${minutes}`]}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        )}
      </Group>
    </Alert>
  );
}
