import { Button, Collapse, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useApiMutation } from '../../../api/query.ts';
import { notifyError } from '../../../ui/feedback/notify.ts';
import { useTexts } from '../../../ui/texts.ts';
import { KeyRow } from './key-row.tsx';
import { NewSecretKey } from './new-secret-key.tsx';
import type { NewKey } from './new-key.tsx';
import type { ListedKey } from './listed-key.ts';
import { texts } from './texts.ts';

type KeyListProps = { kind: ListedKey['kind']; keys: readonly ListedKey[]; onMade: (made: NewKey) => void };

/** The keys of one kind, and a button that creates one. Ended keys are collapsed. */
export function KeyList({ kind, keys, onMade }: KeyListProps): ReactNode {
  const t = useTexts(texts);
  const [isOpen, { toggle }] = useDisclosure();
  const create = useApiMutation('POST /panel/api/stores/:storeId/keys');
  const [isAsking, asking] = useDisclosure();
  const make = (body: Parameters<typeof create.mutate>[0]['body']): void =>
    create.mutate(
      { body },
      { onSuccess: ({ key }) => onMade({ kind, key }), onError: notifyError, onSettled: asking.close },
    );
  const ended = keys.filter((key) => key.ended);
  const working = keys.filter((key) => !key.ended);
  return (
    <Stack gap="md">
      {working.length === 0 && <Text>{t.none}</Text>}
      {working.map((one) => (
        <KeyRow key={one.keyId} apiKey={one} onMade={onMade} />
      ))}
      <Group justify="space-between">
        <Button
          variant="default"
          loading={create.isPending}
          onClick={kind === 'secret' ? asking.open : () => make({ kind })}
        >
          {t.create}
        </Button>
        {ended.length > 0 && (
          <Button variant="subtle" size="xs" onClick={toggle} aria-expanded={isOpen}>
            {t.showEnded(ended.length)}
          </Button>
        )}
      </Group>
      {kind === 'secret' && (
        <NewSecretKey
          opened={isAsking}
          isBusy={create.isPending}
          onClose={asking.close}
          onCreate={(scopes) => make({ kind, scopes })}
        />
      )}
      <Collapse expanded={isOpen}>
        <Stack gap="sm">
          {ended.map((one) => (
            <KeyRow key={one.keyId} apiKey={one} onMade={onMade} />
          ))}
        </Stack>
      </Collapse>
    </Stack>
  );
}
