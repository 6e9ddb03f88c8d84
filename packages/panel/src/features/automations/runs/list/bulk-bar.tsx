import { Anchor, Button, Group, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { call } from '../../../../api/call.ts';
import { useApiQuery } from '../../../../api/query.ts';
import { useFormats } from '../../../../ui/format/formats.ts';
import { Icon } from '../../../../ui/icons.tsx';
import { notifySuccess, notifyError } from '../../../../ui/feedback/notify.ts';
import { Surface } from '../../../../ui/surface.tsx';
import { useTexts } from '../../../../ui/texts.ts';
import { useStore } from '../../../../ui/use-store.ts';
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

/** Exports the runs that match a filter as a spreadsheet file. */
export function ExportRuns({ filter }: { filter: Filter }): ReactNode {
  const t = useTexts(texts);
  const { storeId } = useStore();
  const [isBusy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      const { csv } = await call('GET /panel/api/stores/:storeId/runs/export', { params: { storeId }, query: filter });
      const link = document.createElement('a');
      link.href = URL.createObjectURL(new Blob([utf16(csv)], { type: 'text/csv' }));
      link.download = 'execucoes.csv';
      link.click();
      URL.revokeObjectURL(link.href);
      notifySuccess(t.exported);
    } catch (error) {
      notifyError(error as Error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      variant="default"
      leftSection={<Icon name="download" size={16} />}
      loading={isBusy}
      onClick={() => void save()}
    >
      {t.export}
    </Button>
  );
}

/** UTF-16 with a byte order mark. Excel decodes UTF-8 with the system's code page if the first line names the separator. */
function utf16(text: string): Uint16Array<ArrayBuffer> {
  const marked = `\uFEFF${text}`;
  return Uint16Array.from({ length: marked.length }, (_, index) => marked.charCodeAt(index));
}
