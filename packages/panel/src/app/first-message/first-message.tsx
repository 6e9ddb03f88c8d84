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
  if (!home.data) return null;
  const { channel, automation } = home.data.steps;
  if (channel && automation) return null;
  return (
    <Topic title={t.firstMessage}>
      <div>
        <Task
          isDone={channel}
          isNext={!channel}
          title={channel ? t.channelDone : t.connectChannel}
          text={t.connectChannelText}
        >
          {!channel && <ChannelButtons isMain={isMain} />}
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

/** A button for each of the channels that stores begin with, and its dialog of the settings. */
function ChannelButtons({ isMain }: { isMain: boolean }): ReactNode {
  const t = useTexts(texts);
  const { data } = useApiQuery('GET /panel/api/stores/:storeId/channels', {});
  const [opened, setOpened] = useState<string>();
  const storeChannel = data?.channels.find(({ channel }) => channel === opened);
  return (
    <>
      <Button
        size="sm"
        variant={isMain ? 'filled' : 'default'}
        leftSection={<Icon name="whatsapp" size={16} />}
        onClick={() => setOpened('whatsapp')}
      >
        {t.connectWhatsapp}
      </Button>
      <Button
        size="sm"
        variant="default"
        leftSection={<Icon name="email" size={16} />}
        onClick={() => setOpened('email')}
      >
        {t.connectEmail}
      </Button>
      {storeChannel && <ConnectDialog storeChannel={storeChannel} first="form" onClose={() => setOpened(undefined)} />}
    </>
  );
}
