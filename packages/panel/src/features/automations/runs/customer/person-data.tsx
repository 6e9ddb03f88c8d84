import { Button, Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Refusal } from '../../../../ui/feedback/refusal.tsx';
import { usePersonData } from '../../../../ui/people/use-person-data.tsx';
import { Surface } from '../../../../ui/surface.tsx';
import { useTexts } from '../../../../ui/texts.ts';
import { useStore } from '../../../../ui/use-store.ts';
import type { Customer } from './customer.ts';
import { texts } from './texts.ts';

/** COM8: exports what the store has of a customer, or erases it; for owners. */
export function PersonData({ customer: { email, phone } }: { customer: Customer }): ReactNode {
  const t = useTexts(texts);
  const { can } = useStore();
  const { ask, asking, error, dialog } = usePersonData();
  const contact = { ...(email !== null && { email }), ...(phone !== null && { phone }) };
  if (!can('changeSettings')) return null;
  return (
    <Surface component="section" aria-label={t.privacy}>
      <Stack gap="sm">
        <div>
          <Title order={2}>{t.privacy}</Title>
          <Text size="sm" c="dimmed">
            {t.privacyText}
          </Text>
        </div>
        <Refusal error={error} />
        <Group gap="xs">
          <Button size="xs" variant="default" loading={asking === 'export'} onClick={() => ask('export', contact)}>
            {t.export}
          </Button>
          <Button
            size="xs"
            variant="default"
            c="var(--mantine-color-error)"
            loading={asking === 'erase'}
            onClick={() => ask('erase', contact)}
          >
            {t.erase}
          </Button>
        </Group>
      </Stack>
      {dialog}
    </Surface>
  );
}
