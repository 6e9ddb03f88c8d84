import { Anchor, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { queryClient } from '../../../../api/query.ts';
import { useFormats } from '../../../../ui/format/formats.ts';
import { useTexts } from '../../../../ui/texts.ts';
import { useStore } from '../../../../ui/use-store.ts';
import { texts } from '../texts.ts';
import { useLive } from './use-live.ts';

const colors = { live: 'verde-6', reconnecting: 'ambar-6', polling: 'gray-5' } as const;

/** Shows whether the page receives live updates, and subscribes to them. A page of runs renders it once. */
export function LiveDot(): ReactNode {
  const t = useTexts(texts);
  const { ago } = useFormats();
  const { storeId } = useStore();
  const { state, at } = useLive(storeId);
  const labels = { live: t.live, reconnecting: t.reconnecting, polling: t.polled(ago(at)) };
  return (
    <Group gap={6} wrap="nowrap" role="status" aria-live="polite">
      <span
        aria-hidden="true"
        style={{ width: 8, height: 8, borderRadius: 4, background: `var(--mantine-color-${colors[state]})` }}
      />
      <Text size="sm" c="dimmed">
        {labels[state]}
      </Text>
      {state === 'polling' && (
        <Anchor component="button" type="button" size="sm" onClick={() => void queryClient.invalidateQueries()}>
          {t.refresh}
        </Anchor>
      )}
    </Group>
  );
}
