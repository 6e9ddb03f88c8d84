import { Button, Checkbox, Group, Modal, Stack, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { ApiResponse } from '../../../api/call.ts';
import { useApiQuery, useApiMutation } from '../../../api/query.ts';
import { useLocale } from '../../../ui/locale.tsx';
import { notifySuccess } from '../../../ui/feedback/notify.ts';
import { useTexts } from '../../../ui/texts.ts';
import { ProviderAccountForm, type AccountValues } from '../provider-form/provider-account-form.tsx';
import { webhookPollMs, WebhookStep } from '../provider-form/webhook-step.tsx';
import type { Payments } from './payments-data.ts';
import { texts } from './texts.ts';

type Method = 'pix' | 'boleto' | 'card';

/** The steps of an account: the provider's settings, then the webhook address to paste at the provider. */
export type AccountStep = 'form' | 'webhook';

type AccountProps = {
  provider: Payments['providers'][number];
  account: Payments['accounts'][number] | undefined;
  /** The payment methods that this form can select. */
  free: readonly Method[];
};

/** Creates or changes the store's account at a payment provider, and selects its payment methods. */
export function AccountDialog({
  first,
  onClose,
  ...props
}: AccountProps & { first: AccountStep; onClose: () => void }): ReactNode {
  const t = useTexts(texts);
  const { locale } = useLocale();
  const [step, setStep] = useState(first);
  const { provider, account } = props;
  const saved = ({ verified, hasWebhook, waitsUntil }: Saved): void => {
    notifySuccess(waitsUntil !== null ? t.waits : verified ? t.connectedDone : t.savedUnverified);
    if (hasWebhook && waitsUntil === null) setStep('webhook');
    else onClose();
  };
  return (
    <Modal opened onClose={onClose} title={provider.label[locale]} size="lg">
      {step === 'webhook' && account?.webhook && provider.setupHelp ? (
        <>
          <Poll />
          <WebhookStep instructions={provider.setupHelp[locale]} webhook={account.webhook} onClose={onClose}>
            <WebhookSecret provider={provider} account={account} onEnter={() => setStep('form')} />
          </WebhookStep>
        </>
      ) : (
        <AccountForm {...props} onSaved={saved} />
      )}
    </Modal>
  );
}

/** Polls the accounts more often while the step is open, to show the first webhook soon. */
function Poll(): null {
  useApiQuery('GET /panel/api/stores/:storeId/payment-accounts', {}, { refetchInterval: webhookPollMs });
  return null;
}

type WebhookSecretProps = {
  provider: Payments['providers'][number];
  account: Payments['accounts'][number];
  onEnter: () => void;
};

/** A provider shows the secret of its webhooks only after the address was pasted there. This links back to the field for the secret. */
function WebhookSecret({ provider, account, onEnter }: WebhookSecretProps): ReactNode {
  const t = useTexts(texts);
  const isSigned = provider.credentials.some(({ name }) => name === 'webhookSecret');
  if (!isSigned || account.credentials.includes('webhookSecret')) return null;
  return (
    <Stack gap="xs" align="flex-start">
      <Text>{t.webhookSecret}</Text>
      <Button size="xs" variant="default" onClick={onEnter}>
        {t.enterWebhookSecret}
      </Button>
    </Stack>
  );
}

type Saved = ApiResponse<'POST /panel/api/stores/:storeId/payment-accounts'>;
type AccountFormProps = AccountProps & { onSaved: (saved: Saved) => void };

/** The provider's settings and the payment methods. */
function AccountForm({ provider, account, free, onSaved }: AccountFormProps): ReactNode {
  const t = useTexts(texts);
  const [methods, setMethods] = useState<Method[]>(account && account.methods.length > 0 ? account.methods : [...free]);
  const connect = useApiMutation('POST /panel/api/stores/:storeId/payment-accounts');
  const save = (values: AccountValues): void =>
    connect.mutate({ body: { provider: provider.name, methods, ...values } }, { onSuccess: onSaved });
  return (
    <ProviderAccountForm provider={provider} account={account} saving={connect} onSave={save}>
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
    </ProviderAccountForm>
  );
}
