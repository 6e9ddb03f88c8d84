import { Button, Text } from '@mantine/core';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useApiQuery } from '../../api/query.ts';
import { Icon } from '../../ui/icons.tsx';
import { Topic } from '../../ui/settings-frame/topic.tsx';
import { useTexts } from '../../ui/texts.ts';
import { Tile } from '../../ui/tone-badge.tsx';
import { useStore } from '../../ui/use-store.ts';
import { ConnectDialog } from '../../features/providers/channels/connect-dialog.tsx';
import styles from './first-message.module.css';
import type { Platform } from '../../features/shop/connectors/shops-data.ts';
import { texts } from './texts.ts';

/** The templates are loaded only where one is to be chosen. */
const AutomationChoice = lazy(async () => ({ default: (await import('./automation-choice.tsx')).AutomationChoice }));

type FirstMessageProps = {
  platforms: readonly Platform[];
  /** Whether its next button is the page's one to press. */
  isMain: boolean;
};

/** COM47: what is missing between a connected shop and its first message: a channel and an automation. Nothing once both are there. */
export function FirstMessage({ platforms, isMain }: FirstMessageProps): ReactNode {
  const t = useTexts(texts);
  const { can } = useStore();
  const home = useApiQuery('GET /panel/api/stores/:storeId/home', {});
  // Above the buttons, which are gone once the channel is saved; its dialog has a further step then.
  const [opened, setOpened] = useState<ChannelName>();
  if (!home.data) return null;
  const { channel, automation } = home.data.steps;
  const dialog = opened && <ChannelDialog channel={opened} onClose={() => setOpened(undefined)} />;
  if (channel && automation) return dialog;
  return (
    <Topic title={t.firstMessage}>
      <div>
        <Task
          isDone={channel}
          isNext={!channel}
          title={channel ? t.channelDone : t.connectChannel}
          text={t.connectChannelText}
        >
          {!channel && <ChannelButtons isMain={isMain} onOpen={setOpened} />}
        </Task>
        <Task
          isDone={automation}
          isNext={channel}
          title={automation ? t.automationDone : t.useAutomation}
          text={t.useAutomationText}
        />
        {!automation && can('editAutomations') && (
          <Suspense>
            <AutomationChoice platforms={platforms} isNext={isMain && channel} />
          </Suspense>
        )}
      </div>
      {dialog}
    </Topic>
  );
}

type TaskProps = { isDone: boolean; isNext: boolean; title: string; text: string; children?: ReactNode };

const Task = ({ isDone, isNext, title, text, children }: TaskProps): ReactNode => (
  <div className={styles['task']}>
    <Tile tone={isDone ? 'ok' : isNext ? 'calm' : 'plain'} icon={isDone ? 'check' : 'ring'} />
    <div>
      <Text fw={500}>{title}</Text>
      {!isDone && (
        <Text size="sm" c="dimmed">
          {text}
        </Text>
      )}
    </div>
    {children && <div className={styles['acts']}>{children}</div>}
  </div>
);

type ChannelName = 'whatsapp' | 'email';

/** A button for each of the channels that stores begin with. */
function ChannelButtons({ isMain, onOpen }: { isMain: boolean; onOpen: (channel: ChannelName) => void }): ReactNode {
  const t = useTexts(texts);
  return (
    <>
      <Button
        size="sm"
        variant={isMain ? 'filled' : 'default'}
        leftSection={<Icon name="whatsapp" size={16} />}
        onClick={() => onOpen('whatsapp')}
      >
        {t.connectWhatsapp}
      </Button>
      <Button size="sm" variant="default" leftSection={<Icon name="email" size={16} />} onClick={() => onOpen('email')}>
        {t.connectEmail}
      </Button>
    </>
  );
}

/** The dialog of the settings. */
function ChannelDialog({ channel, onClose }: { channel: ChannelName; onClose: () => void }): ReactNode {
  const { data } = useApiQuery('GET /panel/api/stores/:storeId/channels', {});
  const storeChannel = data?.channels.find((one) => one.channel === channel);
  return storeChannel && <ConnectDialog storeChannel={storeChannel} first="form" onClose={onClose} />;
}
