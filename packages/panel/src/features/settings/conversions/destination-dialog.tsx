import { Modal, Stack } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useApiMutation } from '../../../api/query.ts';
import { notifySuccess } from '../../../ui/feedback/notify.ts';
import { useLocale } from '../../../ui/locale.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { ProviderFields } from '../provider-form/provider-fields.tsx';
import { TestAndSave } from '../provider-form/test-and-save.tsx';
import { typedOf, valuesOf, type Typed } from '../provider-form/values.ts';
import type { Destinations } from './conversions-data.ts';
import { texts } from './texts.ts';

type DestinationDialogProps = {
  destination: Destinations['destinations'][number];
  account: Destinations['accounts'][number] | undefined;
  onClose: () => void;
};

/** Creates or changes the store's account at a platform, saved after the platform accepted a made-up event. */
export function DestinationDialog({ destination, account, onClose }: DestinationDialogProps): ReactNode {
  const t = useTexts(texts);
  const { locale } = useLocale();
  const [settings, setSettings] = useState<Typed>(() => typedOf(destination.settings, account?.settings ?? {}));
  const [credentials, setCredentials] = useState<Typed>({});
  const connect = useApiMutation('POST /panel/api/stores/:storeId/conversion-destinations');
  const submit = (saveAnyway = false): void => {
    const body = {
      destination: destination.name,
      settings: valuesOf(destination.settings, settings),
      credentials: valuesOf(destination.credentials, credentials),
      ...(saveAnyway && { saveAnyway }),
    };
    const onSuccess = ({ verified }: { verified: boolean }): void => {
      notifySuccess(verified ? t.saved : t.savedUnverified);
      onClose();
    };
    connect.mutate({ body }, { onSuccess });
  };
  return (
    <Modal opened onClose={onClose} title={destination.label[locale]} size="lg">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Stack>
          <ProviderFields
            form={{ provider: destination, settings, credentials, stored: account?.credentials ?? [] }}
            onSettings={setSettings}
            onCredentials={setCredentials}
            error={connect.error}
          />
          <TestAndSave error={connect.error} isPending={connect.isPending} onSaveAnyway={() => submit(true)} />
        </Stack>
      </form>
    </Modal>
  );
}
