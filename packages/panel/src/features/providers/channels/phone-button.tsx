import { Alert, Button, Group, Image, List, Loader, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useApiMutation } from '../../../api/query.ts';
import { Icon } from '../../../ui/icons.tsx';
import { notifySuccess, notifyError } from '../../../ui/feedback/notify.ts';
import { useTexts } from '../../../ui/texts.ts';
import { useStore } from '../../../ui/use-store.ts';
import { phoneText } from './phone-text.ts';
import { texts } from './texts.ts';
import { usePhone, type PhoneWatch } from './use-phone.ts';

/** The phone of a store's WhatsApp: links a phone with a QR code, and unlinks it. */
export function PhoneButton(): ReactNode {
  const t = useTexts(texts);
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <>
      <Button size="xs" variant="default" onClick={open}>
        {t.phone}
      </Button>
      <Modal opened={isOpen} onClose={close} title={t.phoneTitle}>
        <Phone onClose={close} />
      </Modal>
    </>
  );
}

function Phone({ onClose }: { onClose: () => void }): ReactNode {
  const t = useTexts(texts);
  const { seen, error, again } = usePhone();
  if (error || seen?.state === 'broken') {
    return (
      <Stack align="flex-start">
        <Alert color="vermelho" role="alert" icon={<Icon name="warning" />}>
          {error ? error.message : t.notPaired(seen?.reason ?? '')}
        </Alert>
        <Button variant="default" onClick={again}>
          {t.retry}
        </Button>
      </Stack>
    );
  }
  if (seen?.state === 'paired') return <Paired phone={seen.phone} again={again} onClose={onClose} />;
  return <Code seen={seen} />;
}

/** Three instructions and the QR code, without controls. */
function Code({ seen }: Pick<PhoneWatch, 'seen'>): ReactNode {
  const t = useTexts(texts);
  return (
    <Stack>
      <List type="ordered" spacing="xs">
        <List.Item>{t.step1}</List.Item>
        <List.Item>{t.step2}</List.Item>
        <List.Item>{t.step3}</List.Item>
      </List>
      {seen?.qr ? (
        // White around the code in every theme, because cameras need dark on light.
        <Image src={seen.qr} alt={t.code} w={264} h={264} p={12} bg="#fff" radius="md" mx="auto" fit="contain" />
      ) : (
        <Stack h={264} align="center" justify="center" role="status">
          <Loader />
          <Text>{t.codeComing}</Text>
        </Stack>
      )}
      <Text size="sm" c="dimmed">
        {t.codeRenews}
      </Text>
    </Stack>
  );
}

type PairedProps = { phone: string; again: () => void; onClose: () => void };

function Paired({ phone, again, onClose }: PairedProps): ReactNode {
  const t = useTexts(texts);
  const { storeId } = useStore();
  const remove = useApiMutation('POST /panel/api/stores/:storeId/channels/whatsapp/phone/remove');
  const letGo = (): void =>
    remove.mutate(
      { params: { storeId }, body: {} },
      {
        onSuccess: ({ removed, reason }) => {
          if (!removed) return void notifyError(new Error(t.phoneStillPaired(reason ?? '')));
          notifySuccess(t.phoneRemoved);
          return again();
        },
        onError: notifyError,
      },
    );
  return (
    <Stack>
      <Alert color="verde" role="status" icon={<Icon name="check" />}>
        {phone === '' ? t.paired : t.pairedAs(phoneText(phone))}
      </Alert>
      <Group justify="space-between">
        <Button variant="subtle" color="vermelho" loading={remove.isPending} onClick={letGo}>
          {t.removePhone}
        </Button>
        <Button onClick={onClose}>{t.done}</Button>
      </Group>
    </Stack>
  );
}
