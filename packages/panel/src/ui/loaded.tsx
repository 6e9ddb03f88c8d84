import { Alert, Button, Skeleton, Stack, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { Refused } from '../api/call.ts';
import { Icon } from './icons.tsx';
import { defineTexts, useTexts } from './texts.ts';

const texts = defineTexts(
  {
    refusedTitle: 'Não deu para mostrar isto',
    silentTitle: 'Sem resposta do servidor',
    silent: 'Confira a internet. Nada do que você salvou se perdeu.',
    again: 'Tentar de novo',
    code: (id: string) => `Código para o suporte: ${id}`,
    loading: 'Carregando',
  },
  {
    refusedTitle: 'This could not be shown',
    silentTitle: 'The server does not answer',
    silent: 'Check your connection. Nothing that you saved is lost.',
    again: 'Try again',
    code: (id) => `Code for support: ${id}`,
    loading: 'Loading',
  },
);

/** Why something failed, in words that stay until they are answered; `retry` asks again. */
export function Failure({ error, retry }: { error: Error; retry?: () => void }): ReactNode {
  const t = useTexts(texts);
  const refused = error instanceof Refused ? error : undefined;
  return (
    <Alert
      color="vermelho"
      icon={<Icon name="warning" />}
      title={refused ? t.refusedTitle : t.silentTitle}
      role="alert"
    >
      <Stack gap="xs" align="flex-start">
        <Text>{refused ? refused.message : t.silent}</Text>
        {refused?.requestId && refused.status >= 500 && <Text size="xs">{t.code(refused.requestId)}</Text>}
        {retry && (
          <Button size="xs" variant="default" onClick={retry}>
            {t.again}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}

/** The shape of what is coming, after a moment: what comes at once is not announced by a flicker. */
function Coming({ rows }: { rows: number }): ReactNode {
  const t = useTexts(texts);
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 300);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Stack gap="xs" aria-busy="true" aria-label={t.loading} mih={rows * 52}>
      {isLate && Array.from({ length: rows }, (_, row) => <Skeleton key={row} height={44} />)}
    </Stack>
  );
}

/** What was asked: its shape while it comes, why it did not, or what `children` make of it. */
export function Loaded<T>({
  query,
  rows = 5,
  children,
}: {
  query: UseQueryResult<T>;
  rows?: number;
  children: (data: T) => ReactNode;
}): ReactNode {
  if (query.data !== undefined) return children(query.data);
  if (query.error) return <Failure error={query.error} retry={() => void query.refetch()} />;
  return <Coming rows={rows} />;
}
