import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useApiMutation } from '../../../api/query.ts';
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx';
import { notifyError, notifySuccess } from '../../../ui/feedback/notify.ts';
import { useLocale } from '../../../ui/locale.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { ToneBadge } from '../../../ui/tone-badge.tsx';
import { Topic } from '../../../ui/settings-frame/topic.tsx';
import { ProviderAccountForm } from '../provider-form/provider-account-form.tsx';
import { texts as providerTexts } from '../provider-form/texts.ts';
import type { Freight } from './freight-data.ts';
import { freightTexts } from './freight-texts.ts';

/** COM33: the freight providers, each with the store's account at it. */
export function Carriers({ freight }: { freight: Freight }): ReactNode {
  const t = useTexts(freightTexts);
  const isOriginMissing = freight.settings.origin === null && freight.accounts.length > 0;
  return (
    <Topic title={t.carriers} help={t.carriersHelp}>
      {isOriginMissing && <Alert color="ambar">{t.originMissing}</Alert>}
      {freight.providers.map((provider) => (
        <CarrierRow
          key={provider.name}
          provider={provider}
          account={freight.accounts.find((one) => one.provider === provider.name)}
        />
      ))}
    </Topic>
  );
}

type CarrierProps = {
  provider: Freight['providers'][number];
  account: Freight['accounts'][number] | undefined;
};

function CarrierRow({ provider, account }: CarrierProps): ReactNode {
  const t = useTexts(freightTexts);
  const p = useTexts(providerTexts);
  const { locale } = useLocale();
  const [isOpen, { open, close }] = useDisclosure();
  const name = provider.label[locale];
  return (
    <Stack gap={4}>
      <Group justify="space-between" wrap="nowrap">
        <Group gap="xs">
          <Text fw={500}>{name}</Text>
          {account && (
            <ToneBadge tone={account.verified ? 'ok' : 'wait'}>
              {account.verified ? t.connected : p.unverified}
            </ToneBadge>
          )}
        </Group>
        <Group gap="xs" wrap="nowrap">
          {account && <RemoveButton accountId={account.accountId} name={name} />}
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
      </Group>
      {account?.lastError && <Alert color="vermelho">{account.lastError}</Alert>}
      <Modal opened={isOpen} onClose={close} title={name} size="lg">
        <CarrierForm provider={provider} account={account} onSaved={close} />
      </Modal>
    </Stack>
  );
}

/** The provider's settings, saved after it quoted with them. */
function CarrierForm({ provider, account, onSaved }: CarrierProps & { onSaved: () => void }): ReactNode {
  const t = useTexts(freightTexts);
  const connect = useApiMutation('POST /panel/api/stores/:storeId/freight-accounts', {
    onSuccess: ({ verified }) => {
      notifySuccess(verified ? t.connectedDone : t.savedUnverified);
      onSaved();
    },
  });
  return (
    <ProviderAccountForm
      provider={provider}
      account={account}
      saving={connect}
      onSave={(values) => connect.mutate({ body: { provider: provider.name, ...values } })}
    />
  );
}

function RemoveButton({ accountId, name }: { accountId: string; name: string }): ReactNode {
  const t = useTexts(freightTexts);
  const [isOpen, { open, close }] = useDisclosure();
  const remove = useApiMutation('POST /panel/api/stores/:storeId/freight-accounts/:accountId/remove', {
    done: t.removed,
    onError: notifyError,
    onSettled: close,
  });
  return (
    <>
      <Button size="xs" variant="subtle" color="vermelho" aria-label={t.disconnectWhat(name)} onClick={open}>
        {t.disconnect}
      </Button>
      <ConfirmDialog
        opened={isOpen}
        title={t.disconnectTitle(name)}
        action={t.disconnect}
        isBusy={remove.isPending}
        onClose={close}
        onConfirm={() => remove.mutate({ params: { accountId }, body: {} })}
      >
        {t.disconnectText}
      </ConfirmDialog>
    </>
  );
}
