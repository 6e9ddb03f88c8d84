import { Alert, Button, Skeleton, Stack, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { failureKind, referenceOf, reportDefect } from '../../api/failure-kind.ts';
import { Refused } from '../../api/call.ts';
import { Icon } from '../icons.tsx';
import { AnchorLink } from '../links.tsx';
import { defineTexts, useTexts } from '../texts.ts';

const texts = defineTexts(
  {
    refusedTitle: 'Não deu para mostrar isto',
    silentTitle: 'Sem resposta do servidor',
    silent: 'Confira a internet. Nada do que você salvou se perdeu.',
    internalTitle: 'Erro interno',
    internal: 'O erro é nosso, não seu. Nada do que você salvou se perdeu. Tente de novo.',
    reference: (id: string) => `Número para o suporte: ${id}`,
    home: 'Voltar ao início',
    loading: 'Carregando',
  },
  {
    refusedTitle: 'This could not be shown',
    silentTitle: 'The server does not answer',
    silent: 'Check your connection. Nothing that you saved is lost.',
    internalTitle: 'Internal error',
    internal: 'The error is ours, not yours. Nothing that you saved is lost. Try again.',
    reference: (id) => `Number for support: ${id}`,
    home: 'Back to the start',
    loading: 'Loading',
  },
);

/**
 * The reason of a failure: no response, a refusal, or an internal error with its id. `retry` adds a button that tries again. What does not
 * exist gets a link to the first page, because trying again changes nothing.
 */
export function Failure({ error, retry }: { error: Error; retry?: () => void }): ReactNode {
  const t = useTexts(texts);
  const kind = failureKind(error);
  const reference = kind === 'internal' ? referenceOf(error) : undefined;
  // In an effect, because React may discard a render.
  useEffect(() => reportDefect(error), [error]);
  return (
    <Alert color="vermelho" icon={<Icon name="warning" />} title={t[`${kind}Title`]} role="alert">
      <Stack gap="xs" align="flex-start">
        <Text>{kind === 'refused' ? error.message : t[kind]}</Text>
        {reference !== undefined && (
          <Text size="sm" ff="monospace">
            {t.reference(reference)}
          </Text>
        )}
        {error instanceof Refused && error.status === 404 ? (
          <AnchorLink to="/">{t.home}</AnchorLink>
        ) : (
          retry && (
            <Button size="xs" variant="default" onClick={retry}>
              {t.retry}
            </Button>
          )
        )}
      </Stack>
    </Alert>
  );
}

/** A skeleton that appears after 300 ms, so that a fast response causes no flicker. */
function LoadingRows({ rows }: { rows: number }): ReactNode {
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

/** The result of a query: a skeleton while it loads, its error, or what `children` render. */
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
  return <LoadingRows rows={rows} />;
}
