import { Button, Checkbox, Group, Modal, Stack, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useDo } from '../../../api/query.ts';
import { useLocale } from '../../../ui/locale.tsx';
import { tellDone } from '../../../ui/notify.ts';
import { Refusal } from '../../../ui/refusal.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { useStore } from '../../../ui/use-store.ts';
import { CopyText } from '../frame/copy-text.tsx';
import { ProviderFields } from '../provider-form/provider-fields.tsx';
import { providerName } from '../provider-form/provider-names.ts';
import { typedOf, valuesOf, type Typed } from '../provider-form/values.ts';
import type { Payments } from './payments-section.tsx';
import { texts } from './texts.ts';

type Method = 'pix' | 'boleto' | 'card';

type AccountDialogProps = {
  provider: Payments['providers'][number];
  account: Payments['accounts'][number] | undefined;
  /** The methods that this form can select. */
  free: readonly Method[];
  onClose: () => void;
};

/** Makes or changes the account that a store has with a provider of payments, and says what it is used for. */
export function AccountDialog({ provider, account, free, onClose }: AccountDialogProps): ReactNode {
  const t = useTexts(texts);
  const { locale } = useLocale();
  const { storeId } = useStore();
  const [settings, setSettings] = useState<Typed>(() => typedOf(provider.settings, account?.settings ?? {}));
  const [credentials, setCredentials] = useState<Typed>({});
  const [methods, setMethods] = useState<Method[]>(account?.methods ?? [...free]);
  const connect = useDo(
    'POST /panel/api/stores/:storeId/payment-accounts',
    'GET /panel/api/stores/:storeId/payment-accounts',
  );
  const submit = (): void => {
    const body = {
      provider: provider.name,
      settings: valuesOf(provider.settings, settings),
      credentials: valuesOf(provider.credentials, credentials),
      methods,
    };
    const onSuccess = (): void => {
      tellDone(t.connectedDone);
      onClose();
    };
    connect.mutate({ params: { storeId }, body }, { onSuccess });
  };
  return (
    <Modal opened onClose={onClose} title={providerName(provider.name, locale)} size="lg">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Stack>
          <ProviderFields
            form={{ provider, settings, credentials, kept: account?.credentials ?? [] }}
            onSettings={setSettings}
            onCredentials={setCredentials}
            error={connect.error}
          />
          <Checkbox.Group
            label={t.uses}
            description={free.length < provider.methods.length ? t.usesHelp : undefined}
            value={methods}
            onChange={setMethods}
          >
            <Group mt="xs">
              {provider.methods.map((method) => (
                <Checkbox key={method} value={method} label={t[method]} disabled={!free.includes(method)} />
              ))}
            </Group>
          </Checkbox.Group>
          {account && provider.name === 'mercadopago' && (
            <Stack gap="xs">
              <Text fw={500}>{t.webhook}</Text>
              <Text size="sm" c="dimmed">
                {t.webhookHelp}
              </Text>
              <CopyText text={account.webhookUrl} what={t.webhook} />
            </Stack>
          )}
          <Refusal error={connect.error} />
          <Group justify="flex-end">
            <Button type="submit" loading={connect.isPending}>
              {t.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
