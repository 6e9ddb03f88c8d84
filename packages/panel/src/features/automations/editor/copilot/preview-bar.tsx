import { ActionIcon, Group, Portal, SegmentedControl, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon } from '../../../../ui/icons.tsx';
import { useTexts } from '../../../../ui/texts.ts';
import styles from './copilot.module.css';
import { texts } from './texts.ts';
import type { Preview } from './use-preview.ts';

/** The id of the bar's container, which is outside of the scrolling part of the drawer. */
export const barElementId = 'copilot-bar';

/** Shown above the diagram during a preview: the number of changes, and a switch between both versions. */
export function PreviewBar({ side, see, counts, next }: Preview): ReactNode {
  const t = useTexts(texts);
  const { added, changed, removed } = counts;
  return (
    <Portal target={`#${barElementId}`}>
      <Group className={styles.bar ?? ''} role="status" gap="sm" wrap="nowrap">
        <Icon name="spark" />
        <Text fw={600} className={styles.violet ?? ''}>
          {t.preview}
        </Text>
        <Text flex={1} style={{ whiteSpace: 'pre-wrap' }}>
          {t.counts(added, changed, removed)}
        </Text>
        <ActionIcon variant="default" size={32} aria-label={t.nextChange} title={t.nextChange} onClick={next}>
          <Icon name="right" size={16} />
        </ActionIcon>
        <SegmentedControl
          size="xs"
          aria-label={t.side}
          data={[
            { value: 'before', label: t.before },
            { value: 'after', label: t.after },
          ]}
          value={side}
          onChange={(value) => see(value === 'before' ? 'before' : 'after')}
        />
      </Group>
    </Portal>
  );
}
