import { SimpleGrid, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useFormats } from '../../../ui/format/formats.ts';
import { Surface } from '../../../ui/surface.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { useStore } from '../../../ui/use-store.ts';
import '../../../ui/rows.css';
import type { Home } from './home-data.ts';
import { texts } from './texts.ts';

/** Messages sent and people on their way, each leading to its list; nothing before the first of either. */
export function Today({ home: { sent, waiting } }: { home: Home }): ReactNode {
  const t = useTexts(texts);
  const { storeId } = useStore();
  if (!sent && waiting === 0) return null;
  return (
    <SimpleGrid cols={2}>
      <Figure value={sent ?? 0} name={t.sent}>
        <Link className="row-cover" to="/$storeId/messages" params={{ storeId }} aria-label={t.seeSent} />
      </Figure>
      <Figure value={waiting} name={t.waiting}>
        <Link className="row-cover" to="/$storeId/runs" params={{ storeId }} search={{}} aria-label={t.seeWaiting} />
      </Figure>
    </SimpleGrid>
  );
}

/** A figure with its name; `children`: the link that covers it. */
function Figure({ value, name, children }: { value: number; name: string; children: ReactNode }): ReactNode {
  const { number } = useFormats();
  return (
    <Surface className="listed-row">
      {children}
      <Text fz={28} lh="36px" fw={600}>
        {number(value)}
      </Text>
      <Text size="sm" c="dimmed">
        {name}
      </Text>
    </Surface>
  );
}
