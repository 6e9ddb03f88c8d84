import { Button, Group, Modal, Progress, Stack, Text, Title } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { DialogFoot } from '../../../../ui/feedback/dialog-foot.tsx';
import type { ApiResponse } from '../../../../api/call.ts';
import { useApiQuery, useApiMutation } from '../../../../api/query.ts';
import { useFormats } from '../../../../ui/format/formats.ts';
import { Failure } from '../../../../ui/feedback/loaded.tsx';
import { useTexts } from '../../../../ui/texts.ts';
import { RunStateBadge } from '../state-badge.tsx';
import { texts as shared } from '../texts.ts';
import type { Filter } from './filter.ts';
import { texts } from './texts.ts';

/** The kind of an operation on many runs. */
export type Kind = 'cancel' | 'retry' | 'skip';

type DialogProps = {
  kind: Kind;
  /** The number of runs, as text. */
  count: string;
  of: { runIds: string[] } | { filter: Filter };
  /** `done`: the operation was started. */
  onClose: (done: boolean) => void;
};

/** Describes the effect of an operation, then shows its progress. */
export function OperationDialog({ kind, count, of, onClose }: DialogProps): ReactNode {
  const t = useTexts(texts);
  const s = useTexts(shared);
  const operate = useApiMutation('POST /panel/api/stores/:storeId/runs/operations');
  const title = { cancel: t.doCancel, retry: t.retry, skip: t.doSkip }[kind];
  const effect = { cancel: t.confirmCancel, retry: t.confirmRetry, skip: t.confirmSkip }[kind](count);
  const operationIds = operate.data?.operationIds;
  return (
    <Modal opened title={title} onClose={() => onClose(!!operationIds)}>
      {operationIds ? (
        <Stack>
          {operationIds.map((operationId) => (
            <OperationProgress key={operationId} operationId={operationId} />
          ))}
          <DialogFoot>
            <Button variant="default" onClick={() => onClose(true)}>
              {s.close}
            </Button>
          </DialogFoot>
        </Stack>
      ) : (
        <Stack>
          <Text>{effect}</Text>
          {operate.error && <Failure error={operate.error} />}
          <DialogFoot>
            <Button variant="default" onClick={() => onClose(false)}>
              {s.back}
            </Button>
            <Button
              {...(kind === 'cancel' && { color: 'vermelho' })}
              loading={operate.isPending}
              onClick={() => operate.mutate({ body: { kind, of } })}
            >
              {title}
            </Button>
          </DialogFoot>
        </Stack>
      )}
    </Modal>
  );
}

type Operation = ApiResponse<'GET /panel/api/stores/:storeId/runs/operations/:operationId'>['operation'];

function OperationProgress({ operationId }: { operationId: string }): ReactNode {
  const t = useTexts(texts);
  const { number } = useFormats();
  const [isOver, setOver] = useState(false);
  const query = useApiQuery(
    'GET /panel/api/stores/:storeId/runs/operations/:operationId',
    { params: { operationId } },
    { refetchInterval: isOver ? false : 1_000 },
  );
  const stop = useApiMutation('POST /panel/api/stores/:storeId/runs/operations/:operationId/stop');
  const operation = query.data?.operation;
  if (operation?.isOver && !isOver) setOver(true);
  if (!operation) return query.error ? <Failure error={query.error} /> : null;
  const [done, dealt, total] = [operation.applied, operation.applied + operation.rejected, operation.total];
  const share = total === 0 ? 100 : (dealt / total) * 100;
  return (
    <Stack gap="xs">
      <Progress.Root size="lg">
        <Progress.Section value={share} aria-label={t.progress} />
      </Progress.Root>
      <Group justify="space-between">
        <Text role="status">
          {operation.isStopped
            ? t.stopped(number(dealt), number(total))
            : operation.isOver
              ? t.finished(number(done))
              : t.running(number(dealt), number(total))}
        </Text>
        {!operation.isOver && (
          <Button
            size="xs"
            variant="default"
            loading={stop.isPending}
            onClick={() => stop.mutate({ params: { operationId }, body: {} })}
          >
            {t.stop}
          </Button>
        )}
      </Group>
      {operation.rejected > 0 && <Rejected operation={operation} />}
    </Stack>
  );
}

function Rejected({ operation }: { operation: Operation }): ReactNode {
  const t = useTexts(texts);
  const s = useTexts(shared);
  const { number } = useFormats();
  return (
    <Stack gap="xs">
      <Text>{t.rejected(number(operation.rejected))}</Text>
      <Title order={2} size="h2">
        {t.failures}
      </Title>
      <Stack component="ul" gap={4} m={0} p={0} mah={220} style={{ overflow: 'auto', listStyle: 'none' }}>
        {operation.failures.map((run) => (
          <Group key={run.runId} component="li" justify="space-between" wrap="nowrap">
            <Text size="sm" truncate>
              {[run.name ?? s.unknownContact, run.orderNumber && s.order(run.orderNumber)].filter(Boolean).join(' · ')}
            </Text>
            <RunStateBadge state={run.state} />
          </Group>
        ))}
      </Stack>
    </Stack>
  );
}
