import { Modal, Stack, Text } from '@mantine/core';
import { useEffect, type ReactNode } from 'react';
import { useApiMutation } from '../../../../api/query.ts';
import { Failure } from '../../../../ui/feedback/loaded.tsx';
import { useTexts } from '../../../../ui/texts.ts';
import { texts } from './texts.ts';

/** Shows the unmasked contact of a run; the service records the access in the audit log. */
export function PersonDialog({ runId, onClose }: { runId: string; onClose: () => void }): ReactNode {
  const t = useTexts(texts);
  const { mutate, data, error } = useApiMutation('POST /panel/api/stores/:storeId/runs/:runId/person');
  useEffect(() => mutate({ params: { runId }, body: {} }), [mutate, runId]);
  const lines =
    data &&
    ([
      [t.name, data.name],
      [t.email, data.email],
      [t.phone, data.phone],
    ] as const);
  return (
    <Modal opened title={t.person} onClose={onClose}>
      <Stack gap="sm">
        {error && <Failure error={error} />}
        {lines?.map(([name, value]) => (
          <div key={name}>
            <Text size="xs" c="dimmed">
              {name}
            </Text>
            <Text>{value ?? t.nothing}</Text>
          </div>
        ))}
        {data && (
          <Text size="xs" c="dimmed">
            {t.personHint}
          </Text>
        )}
      </Stack>
    </Modal>
  );
}
