import { Anchor, Button, Collapse, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useLocale } from '../../../ui/locale.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { ConnectDialog } from '../channels/connect-dialog.tsx';
import type { StoreChannel } from '../channels/store-channel.ts';
import type { Selling } from './selling-data.ts';
import { StepRow } from './step-row.tsx';
import { texts } from './texts.ts';

type SellingChannelProps = {
  /** Whether the store sells for real. */
  live: boolean;
  step: Selling['channels'][number];
  storeChannel: StoreChannel | undefined;
  isNext: boolean;
  opened: boolean;
  onOpen: () => void;
  onClose: () => void;
};

/** The step of one channel. Its dialog is that of the settings; providers without the channel's permission are folded. */
export function SellingChannel({
  live,
  step: { channel, state, by, automations },
  storeChannel,
  isNext,
  opened,
  onOpen,
  onClose,
}: SellingChannelProps): ReactNode {
  const t = useTexts(texts);
  const { locale } = useLocale();
  const isReal = by !== null && !by.isSimulated;
  const risky = (storeChannel?.providers ?? []).filter(({ isUnofficial }) => isUnofficial);
  const why = { whatsapp: t.officialWhatsapp, email: t.emailWhy, sms: t.smsWhy }[channel];
  return (
    <>
      <StepRow
        icon={channel}
        state={state}
        title={t[channel]}
        text={
          state === 'unverified'
            ? t.unverifiedChannel
            : isReal
              ? [t.connected(by.label[locale]), ...(by.isUnofficial ? [t.atRisk] : [])].join(' ')
              : [
                  why,
                  ...(by ? [live ? t.liveSimulated : t.stillSimulated] : []),
                  ...(automations > 0 ? [t.unheard(automations)] : []),
                ].join(' ')
        }
        more={!isReal && risky.length > 0 && <OtherWays names={risky.map(({ label }) => label[locale])} />}
        isNext={isNext}
        renderAction={(variant) => (
          <Button
            size="sm"
            variant={variant}
            disabled={!storeChannel}
            {...(isReal && { 'aria-label': t.changeWhat(t[channel]) })}
            onClick={onOpen}
          >
            {isReal ? t.change : t.connectWhat(t[channel])}
          </Button>
        )}
      />
      {opened && storeChannel && <ConnectDialog storeChannel={storeChannel} first="form" onClose={onClose} />}
    </>
  );
}

function OtherWays({ names }: { names: readonly string[] }): ReactNode {
  const t = useTexts(texts);
  const [isOpen, { toggle }] = useDisclosure();
  return (
    <>
      <Anchor component="button" type="button" size="sm" aria-expanded={isOpen} onClick={toggle}>
        {t.otherWays}
      </Anchor>
      <Collapse expanded={isOpen}>
        <Text size="sm" c="dimmed">
          {t.otherWaysText(names)}
        </Text>
      </Collapse>
    </>
  );
}
