import { Anchor, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Icon } from '../../ui/icons.tsx';
import { useStore } from '../../ui/use-store.ts';

/** The link back to the list, above a page's title. */
export function BackLink({ label }: { label: string }): ReactNode {
  const { storeId } = useStore();
  return (
    <Anchor size="sm" renderRoot={(props) => <Link to="/$storeId/automations" params={{ storeId }} {...props} />}>
      <Group gap={4} component="span" display="inline-flex">
        <Icon name="left" size={14} />
        {label}
      </Group>
    </Anchor>
  );
}
