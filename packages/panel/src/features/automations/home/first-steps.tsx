import { Button, Group, Stack, Text, ThemeIcon, Title, VisuallyHidden } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useApiMutation } from '../../../api/query.ts';
import { Icon } from '../../../ui/icons.tsx';
import { notifyError } from '../../../ui/feedback/notify.ts';
import { Surface } from '../../../ui/surface.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { useStore } from '../../../ui/use-store.ts';
import type { Home } from './home-data.ts';
import { texts } from './texts.ts';

/** The steps towards a store's first real sale; hidden once all are done. */
export function FirstSteps({ steps }: { steps: Home['steps'] }): ReactNode {
  const t = useTexts(texts);
  const { storeId } = useStore();
  const all = Object.values(steps);
  const ready = all.filter(Boolean).length;
  if (ready === all.length) return null;
  const link = (
    to: '/$storeId/automations/templates' | '/$storeId/inbox' | '/$storeId/checkouts/new',
    text: string,
  ): ReactNode => (
    <ButtonLink variant="default" size="xs" to={to} params={{ storeId }}>
      {text}
    </ButtonLink>
  );
  const settings = (section: 'channels' | 'payments' | 'shipping' | 'store', text: string): ReactNode => (
    <ButtonLink variant="default" size="xs" to="/$storeId/settings/$section" params={{ storeId, section }}>
      {text}
    </ButtonLink>
  );
  return (
    <section aria-label={t.steps}>
      <Surface>
        <Group justify="space-between" mb="sm">
          <Title order={2}>{t.steps}</Title>
          <Text size="sm" c="dimmed">
            {t.stepsLeft(ready, all.length)}
          </Text>
        </Group>
        <Stack component="ol" gap="md" p={0} m={0} style={{ listStyle: 'none' }}>
          <FirstStep isDone={steps.automation} title={t.automation} text={t.automationText}>
            {link('/$storeId/automations/templates', t.automationAct)}
          </FirstStep>
          <FirstStep isDone={steps.checkout} isRepeatable title={t.checkout} text={t.checkoutText}>
            <TestPurchase />
          </FirstStep>
          <FirstStep isDone={steps.message} title={t.message} text={t.messageText}>
            {link('/$storeId/inbox', t.messageAct)}
          </FirstStep>
          <FirstStep isDone={steps.channel} title={t.realChannel} text={t.channelText}>
            {settings('channels', t.channelAct)}
          </FirstStep>
          <FirstStep isDone={steps.payments} title={t.realPayments} text={t.paymentsText}>
            {settings('payments', t.paymentsAct)}
          </FirstStep>
          <FirstStep isDone={steps.shipping} title={t.freight} text={t.freightText}>
            {settings('shipping', t.freightAct)}
          </FirstStep>
          <FirstStep isDone={steps.seller} title={t.seller} text={t.sellerText}>
            {settings('store', t.sellerAct)}
          </FirstStep>
          <FirstStep isDone={steps.sale} title={t.sale} text={t.saleText}>
            {link('/$storeId/checkouts/new', t.saleAct)}
          </FirstStep>
        </Stack>
      </Surface>
    </section>
  );
}

type StepProps = {
  isDone: boolean;
  /** Whether the step can be repeated. */
  isRepeatable?: boolean;
  title: string;
  text: string;
  children: ReactNode;
};

function FirstStep({ isDone, isRepeatable = false, title, text, children }: StepProps): ReactNode {
  const t = useTexts(texts);
  return (
    <Group component="li" align="flex-start" wrap="nowrap" gap="sm">
      <ThemeIcon size={24} radius="xl" color={isDone ? 'verde' : 'gray'} variant={isDone ? 'filled' : 'default'}>
        {isDone && <Icon name="check" size={14} />}
      </ThemeIcon>
      <Stack gap={4} align="flex-start">
        <Text fw={500} {...(isDone && { c: 'dimmed' })}>
          {title} <VisuallyHidden>({isDone ? t.stepDone : t.stepOpen})</VisuallyHidden>
        </Text>
        {!isDone && (
          <Text size="sm" c="dimmed">
            {text}
          </Text>
        )}
        {(!isDone || isRepeatable) && children}
      </Stack>
    </Group>
  );
}

/** Makes a test purchase and opens its order. */
function TestPurchase(): ReactNode {
  const t = useTexts(texts);
  const { storeId, can } = useStore();
  const navigate = useNavigate();
  const buy = useApiMutation('POST /panel/api/stores/:storeId/test-purchase', {
    done: t.bought,
    onSuccess: ({ orderId }) => void navigate({ to: '/$storeId/orders/$orderId', params: { storeId, orderId } }),
    onError: notifyError,
  });
  if (!can('changeOrders')) return null;
  return (
    <Button variant="default" size="xs" loading={buy.isPending} onClick={() => buy.mutate({ body: {} })}>
      {t.checkoutAct}
    </Button>
  );
}
