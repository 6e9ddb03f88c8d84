import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon } from '../../ui/icons.tsx';
import { AnchorLink } from '../../ui/links.tsx';
import { useStore } from '../../ui/use-store.ts';

/** The link back to the list, above a page's title. */
export function BackLink({ label }: { label: string }): ReactNode {
  const { storeId } = useStore();
  return (
    <AnchorLink size="sm" to="/$storeId/automations" params={{ storeId }}>
      <Group gap={4} component="span" display="inline-flex">
        <Icon name="left" size={14} />
        {label}
      </Group>
    </AnchorLink>
  );
}
