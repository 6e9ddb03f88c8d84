import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useApiMutation } from '../../../api/query.ts';
import { useLocale } from '../../../ui/locale.tsx';
import { notifySuccess, notifyError } from '../../../ui/feedback/notify.ts';
import { useTexts } from '../../../ui/texts.ts';
import { ToneBadge } from '../../../ui/tone-badge.tsx';
import { texts as providerTexts } from '../provider-form/texts.ts';
import { FirstContactAlerts } from '../provider-form/first-contact-alerts.tsx';
import { WebhookBadge } from '../provider-form/webhook-step.tsx';
import { AccountDialog, type AccountStep } from './account-dialog.tsx';
import { freeMethods } from './free-methods.ts';
import type { Payments } from './payments-data.ts';
import { texts } from './texts.ts';

type AccountRowProps = { provider: Payments['providers'][number]; payments: Payments };

/** A payment provider and the store's account at it, if there is one. */
export function AccountRow({ provider, payments: { accounts, providers } }: AccountRowProps): ReactNode {
  const t = useTexts(texts);
  const { locale } = useLocale();
  const p = useTexts(providerTexts);
  const [step, setStep] = useState<AccountStep>();
  const account = accounts.find((one) => one.provider === provider.name);
  const name = provider.label[locale];
  const methods = provider.methods.map((method) => t[method]).join(', ');
  const about = provider.isSimulated ? t.pretended : provider.reportsPayments ? methods : t.byHand;
  return (
    <Stack gap={4}>
      <Group justify="space-between" wrap="nowrap">
        <Group gap="xs">
          <Text fw={500}>{name}</Text>
          {account && !account.verified && <ToneBadge tone="wait">{p.unverified}</ToneBadge>}
          {account?.verified && (
            <ToneBadge tone={account.methods.length > 0 ? 'ok' : 'plain'}>
              {account.methods.length > 0 ? t.connected : t.noMethod}
            </ToneBadge>
          )}
        </Group>
        <Button
          size="xs"
          variant="default"
          flex="none"
          aria-label={account ? t.changeWhat(name) : t.connectWhat(name)}
          onClick={() => setStep('form')}
        >
          {account ? t.change : t.connect}
        </Button>
      </Group>
      <Text size="sm" c="dimmed">
        {[about, ...(account?.account ? [account.account] : [])].join(' · ')}
      </Text>
      {account?.lastError && <Alert color="vermelho">{account.lastError}</Alert>}
      {account && !account.verified && !account.lastError && <Alert color="ambar">{t.unverifiedText}</Alert>}
      {account && <FirstContactAlerts findings={account.findings} />}
      {account && (
        <Group gap="xs" mt={4}>
          {account.webhook?.firstAt === null && <WebhookBadge firstAt={null} />}
          {/* A provider without credentials has nothing to test. */}
          {(provider.credentials.length > 0 || !account.verified) && (
            <CheckButton accountId={account.accountId} name={name} />
          )}
          {account.webhook && (
            <Button size="xs" variant="default" aria-label={t.webhooksOf(name)} onClick={() => setStep('webhook')}>
              {t.webhooks}
            </Button>
          )}
        </Group>
      )}
      {step && (
        <AccountDialog
          first={step}
          provider={provider}
          account={account}
          free={freeMethods(provider, accounts, providers)}
          onClose={() => setStep(undefined)}
        />
      )}
    </Stack>
  );
}

type CheckButtonProps = {
  accountId: string;
  name: string;
  /** Absent: the usual word. */
  label?: string;
  variant?: 'filled' | 'default';
  size?: 'xs' | 'sm';
};

/** Tests the account at the provider; moves no money. */
export function CheckButton({ accountId, name, label, ...look }: CheckButtonProps): ReactNode {
  const t = useTexts(texts);
  const check = useApiMutation('POST /panel/api/stores/:storeId/payment-accounts/:accountId/try', {
    onSuccess: ({ isWorking, account, reason }) =>
      void (isWorking
        ? notifySuccess(account ? t.workingAs(account) : t.working)
        : notifyError(new Error(reason ?? ''))),
    onError: notifyError,
  });
  return (
    <Button
      size="xs"
      variant="default"
      {...look}
      loading={check.isPending}
      aria-label={t.checkWhat(name)}
      onClick={() => check.mutate({ params: { accountId }, body: {} })}
    >
      {label ?? t.check}
    </Button>
  );
}
