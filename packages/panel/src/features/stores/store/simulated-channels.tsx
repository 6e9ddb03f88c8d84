import { Alert } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useApiQuery } from '../../../api/query.ts';
import { Icon } from '../../../ui/icons.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { useStore } from '../../../ui/use-store.ts';
import { texts } from './texts.ts';

/** Says which channels of a store that sells for real only simulate; nothing if there are none. */
export function SimulatedChannels(): ReactNode {
  const t = useTexts(texts);
  const { storeId } = useStore();
  const { data } = useApiQuery('GET /panel/api/stores/:storeId/channels', {});
  const simulated = (data?.channels ?? []).filter(({ connection, providers }) =>
    providers.some(({ name, isSimulated }) => isSimulated && name === connection?.provider),
  );
  if (simulated.length === 0) return null;
  return (
    <Alert icon={<Icon name="warning" />} color="ambar" title={t.simulatedTitle}>
      {t.simulatedText(simulated.map(({ channel }) => t[channel]).join(', '))}{' '}
      <Link to="/$storeId/settings/$section" params={{ storeId, section: 'channels' }}>
        {t.simulatedAct}
      </Link>
    </Alert>
  );
}
