import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { notifyError, notifySuccess } from '../feedback/notify.ts';
import { Icon } from '../icons.tsx';
import { saveFile } from '../save-file.ts';
import { defineTexts, useTexts } from '../texts.ts';

const texts = defineTexts(
  { export: 'Exportar CSV', exported: 'Arquivo pronto. Uma lista tem até 10.000 linhas.' },
  { export: 'Export CSV', exported: 'The file is ready. A list has at most 10,000 lines.' },
);

/** Saves a list with its filter as a file for spreadsheets. `name`: of the file, without its ending. */
export function ExportCsv({ name, load }: { name: string; load: () => Promise<{ csv: string }> }): ReactNode {
  const t = useTexts(texts);
  const [isBusy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      saveFile(`${name}.csv`, (await load()).csv, 'text/csv;charset=utf-8');
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
