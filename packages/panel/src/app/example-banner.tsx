import { Alert, Button, Group, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useApiMutation } from '../api/query.ts';
import { notifyError } from '../ui/feedback/notify.ts';
import { Icon } from '../ui/icons.tsx';
import { defineTexts, useTexts } from '../ui/texts.ts';
import { useStore } from '../ui/use-store.ts';

const texts = defineTexts(
  {
    title: 'Dados de exemplo:',
    text: 'nada aqui é real, e ninguém recebe nada.',
    remove: 'Apagar',
    question: 'Apagar os dados de exemplo?',
    answer: 'As suas outras lojas não mudam, e dá para criar os dados de novo.',
    keep: 'Voltar',
    removeAll: 'Apagar tudo',
  },
  {
    title: 'Example data:',
    text: 'nothing here is real, and no one gets a message.',
    remove: 'Delete',
    question: 'Delete the example data?',
    answer: 'Your other stores do not change, and the data can be made again.',
    keep: 'Back',
    removeAll: 'Delete all',
  },
);

/**
 * AUT15, AUT17: says on every page of an example store what it is, and removes it after a question in the same place: a dialog would be
 * part of the first load of every store.
 */
export function ExampleBanner(): ReactNode {
  const t = useTexts(texts);
  const { can } = useStore();
  const [isConfirming, setConfirming] = useState(false);
  const remove = useApiMutation('POST /panel/api/stores/:storeId/example/delete', {
    onSuccess: () => window.location.assign('/panel'),
    onError: notifyError,
  });
  return (
    <Alert color="ambar" py="xs" radius={0}>
      <Group justify="space-between" gap="sm" mih={30}>
        <Group gap="sm" wrap="nowrap" flex="1 1 260px">
          <Icon name="info" />
          <Text>
            <b>{isConfirming ? t.question : t.title}</b> {isConfirming ? t.answer : t.text}
          </Text>
        </Group>
        {can('changeSettings') && !isConfirming && (
          <Button size="xs" variant="default" onClick={() => setConfirming(true)}>
            {t.remove}
          </Button>
        )}
        {isConfirming && (
          <Group gap="xs" wrap="nowrap">
            <Button size="xs" variant="default" autoFocus onClick={() => setConfirming(false)}>
              {t.keep}
            </Button>
            <Button size="xs" color="vermelho" loading={remove.isPending} onClick={() => remove.mutate({})}>
              {t.removeAll}
            </Button>
          </Group>
        )}
      </Group>
    </Alert>
  );
}
