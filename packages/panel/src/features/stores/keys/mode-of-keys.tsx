import { Group, SegmentedControl, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../../../ui/texts.ts';
import { useTestMode } from '../../../ui/linked-stores/use-test-mode.ts';
import { texts } from './texts.ts';

/** TST4: the keys for real sales and those of test mode, beside each other. */
export function ModeOfKeys(): ReactNode {
  const t = useTexts(texts);
  const { isOn, isOffered, isOpening, turn } = useTestMode();
  if (!isOffered) return null;
  return (
    <Group gap="sm">
      <SegmentedControl
        aria-label={t.mode}
        data={[
          { value: 'live', label: t.liveKeys },
          { value: 'test', label: t.testKeys },
        ]}
        value={isOn ? 'test' : 'live'}
        disabled={isOpening}
        onChange={() => turn('keys')}
      />
      <Text size="sm" c="dimmed" flex="1 1 240px">
        {isOn ? t.testKeysHelp : t.liveKeysHelp}
      </Text>
    </Group>
  );
}
