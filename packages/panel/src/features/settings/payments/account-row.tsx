import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useLocale } from '../../../ui/locale.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { ToneBadge } from '../../../ui/tone-badge.tsx';
import { providerName } from '../provider-form/provider-names.ts';
import { AccountDialog } from './account-dialog.tsx';
import { freeMethods } from './free-methods.ts';
import type { Payments } from './payments-section.tsx';
import { texts } from './texts.ts';

type AccountRowProps = { provider: Payments['providers'][number]; payments: Payments };

/** A provider of payments, and whether the store has an account with it. */
export function AccountRow({ provider, payments: { accounts } }: AccountRowProps): ReactNode {
  const t = useTexts(texts);
  const { locale } = useLocale();
  const [isOpen, { open, close }] = useDisclosure();
  const account = accounts.find((one) => one.provider === provider.name);
  const name = providerName(provider.name, locale);
  const about: Readonly<Record<string, string>> = { 'pix-key': t.byHand, sandbox: t.pretended };
  return (
    <Stack gap={4}>
      <Group justify="space-between" wrap="nowrap">
        <Group gap="xs">
          <Text fw={500}>{name}</Text>
          {account && (
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
          onClick={open}
        >
          {account ? t.change : t.connect}
        </Button>
      </Group>
      <Text size="sm" c="dimmed">
        {about[provider.name] ?? provider.methods.map((method) => t[method]).join(', ')}
      </Text>
      {account?.trouble && <Alert color="vermelho">{account.trouble}</Alert>}
      {isOpen && (
        <AccountDialog provider={provider} account={account} free={freeMethods(provider, accounts)} onClose={close} />
      )}
    </Stack>
  );
}
