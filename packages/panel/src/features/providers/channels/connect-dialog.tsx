import { Modal } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useApiQuery } from '../../../api/query.ts';
import { useLocale } from '../../../ui/locale.tsx';
import { notifySuccess } from '../../../ui/feedback/notify.ts';
import { useTexts } from '../../../ui/texts.ts';
import { useStore } from '../../../ui/use-store.ts';
import { webhookPollMs, WebhookStep } from '../provider-form/webhook-step.tsx';
import type { StoreChannel } from './store-channel.ts';
import { ConnectForm } from './connect-form.tsx';
import { texts } from './texts.ts';

/** The steps of connecting: the provider's settings, then the webhook address to paste at the provider. */
export type ConnectStep = 'form' | 'webhook';

type ConnectDialogProps = { storeChannel: StoreChannel; first: ConnectStep; onClose: () => void };

/** Connects a channel to a provider, or changes its connection. */
export function ConnectDialog({ storeChannel, first, onClose }: ConnectDialogProps): ReactNode {
  const t = useTexts(texts);
  const { locale } = useLocale();
  const [step, setStep] = useState(first);
  const { channel, connection, providers } = storeChannel;
  const setupHelp = providers.find(({ name }) => name === connection?.provider)?.setupHelp;
  const saved = ({ verified, hasWebhook }: { verified: boolean; hasWebhook: boolean }): void => {
    // On a phone a notification would cover the button of the next step, which shows that the provider accepted.
    if (!verified || !hasWebhook) notifySuccess(verified ? t.saved : t.savedUnverified);
    if (hasWebhook) setStep('webhook');
    else onClose();
  };
  return (
    <Modal opened onClose={onClose} title={t.formTitle(t[channel])} size="lg">
      {step === 'webhook' && connection?.webhook && setupHelp ? (
        <>
          <Poll />
          <WebhookStep instructions={setupHelp[locale]} webhook={connection.webhook} onClose={onClose} />
        </>
      ) : (
        <ConnectForm storeChannel={storeChannel} onSaved={saved} />
      )}
    </Modal>
  );
}

/** Polls the channels more often while the step is open, to show the first webhook soon. */
function Poll(): null {
  const { storeId } = useStore();
  useApiQuery('GET /panel/api/stores/:storeId/channels', { params: { storeId } }, { refetchInterval: webhookPollMs });
  return null;
}
