import { Anchor, Button, Group, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useApiQuery } from '../../../../api/query.ts';
import { useFormats } from '../../../../ui/format/formats.ts';
import { Surface } from '../../../../ui/surface.tsx';
import { useTexts } from '../../../../ui/texts.ts';
import { OperationDialog, type Kind } from './operation-dialog.tsx';
import type { Filter } from './filter.ts';
import { texts } from './texts.ts';

type BulkProps = {
  filter: Filter;
  ids: ReadonlySet<string>;
  /** All runs that match the filter, including those that are not shown. */
  isAll: boolean;
  onAll: () => void;
  onClear: () => void;
};

/** The actions on the selected runs. */
export function BulkBar({ filter, ids, isAll, onAll, onClear }: BulkProps): ReactNode {
  const t = useTexts(texts);
  const { number } = useFormats();
  const found = useApiQuery('GET /panel/api/stores/:storeId/runs/count', { query: filter });
  const count = found.data && `${number(found.data.count)}${found.data.isMore ? '+' : ''}`;
  const [pending, setPending] = useState<Kind>();
  const selected = isAll ? (count ?? '…') : number(ids.size);
  return (
    <Surface p="sm" role="region" aria-label={t.selected(selected)} style={{ position: 'sticky', top: 8, zIndex: 5 }}>
      <Group gap="sm">
        <Text fw={500} role="status">
          {isAll ? t.found(selected) : t.selected(selected)}
        </Text>
        {!isAll && found.data && found.data.count > ids.size && (
          <Anchor component="button" type="button" onClick={onAll}>
            {t.selectFound(count ?? '')}
          </Anchor>
        )}
        <Anchor component="button" type="button" onClick={onClear}>
          {t.unselect}
        </Anchor>
        <Group gap="xs" ml="auto">
          {(['skip', 'retry', 'cancel'] as const).map((kind) => (
            <Button
              key={kind}
              size="xs"
              variant="default"
              {...(kind === 'cancel' && { c: 'var(--mantine-color-error)' })}
              onClick={() => setPending(kind)}
            >
              {{ skip: t.skipRuns, retry: t.retry, cancel: t.cancelRuns }[kind]}
            </Button>
          ))}
        </Group>
      </Group>
      {pending && (
        <OperationDialog
          kind={pending}
          count={isAll ? (count ?? '') : number(ids.size)}
          of={isAll ? { filter } : { runIds: [...ids] }}
          onClose={(done) => {
            setPending(undefined);
            if (done) onClear();
          }}
        />
      )}
    </Surface>
  );
}
