import { Text } from '@mantine/core';
import { channels, type Channel } from '@retoma/flow';
import type { ReactNode } from 'react';
import { Icon } from '../../../ui/icons.tsx';
import { useTexts } from '../../../ui/texts.ts';
import styles from './creation.module.css';
import { texts } from './texts.ts';

type ChannelBoxesProps = {
  chosen: readonly Channel[];
  connected: readonly Channel[];
  onToggle: (channel: Channel, isChosen: boolean) => void;
};

/** The channels of a new automation, as boxes to tick. One without a connection says so. */
export function ChannelBoxes({ chosen, connected, onToggle }: ChannelBoxesProps): ReactNode {
  const t = useTexts(texts);
  return (
    <div className={styles.channels} role="group" aria-label={t.channels}>
      {channels.map((channel) => (
        <label key={channel} className={styles.goal}>
          <input
            type="checkbox"
            checked={chosen.includes(channel)}
            onChange={({ currentTarget }) => onToggle(channel, currentTarget.checked)}
          />
          <span className={styles.tick} aria-hidden="true">
            <Icon name="check" size={12} />
          </span>
          <Icon name={channel} size={18} />
          <span>
            <Text fw={500}>{t[channel]}</Text>
            {!connected.includes(channel) && (
              <Text size="sm" c="dimmed">
                {t.notConnected}
              </Text>
            )}
          </span>
        </label>
      ))}
    </div>
  );
}
