import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useApiMutation } from '../../../api/query.ts';
import { notifySuccess } from '../../../ui/feedback/notify.ts';
import { useLocale } from '../../../ui/locale.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { ProviderAccountForm, type AccountValues } from '../provider-form/provider-account-form.tsx';
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
  const connect = useApiMutation('POST /panel/api/stores/:storeId/conversion-destinations');
  const save = (values: AccountValues): void => {
    const onSuccess = ({ verified }: { verified: boolean }): void => {
      notifySuccess(verified ? t.saved : t.savedUnverified);
      onClose();
    };
    connect.mutate({ body: { destination: destination.name, ...values } }, { onSuccess });
  };
  return (
    <Modal opened onClose={onClose} title={destination.label[locale]} size="lg">
      <ProviderAccountForm provider={destination} account={account} saving={connect} onSave={save} />
    </Modal>
  );
}
