import { trackingCsvLimits, trackingCsvRefusals } from '@retoma/commerce/tracking-csv';
import { Alert, Button, FileButton, Modal, Stack, Table, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { decodeText, describeFieldValue } from '@retoma/flow';
import { useState, type ReactNode } from 'react';
import { DialogFoot } from '../../../ui/feedback/dialog-foot.tsx';
import type { ApiResponse } from '../../../api/call.ts';
import { useApiMutation } from '../../../api/query.ts';
import { useLocale } from '../../../ui/locale.tsx';
import { notifySuccess, notifyError } from '../../../ui/feedback/notify.ts';
import { useTexts } from '../../../ui/texts.ts';
import { texts } from '../texts.ts';

const route = 'POST /panel/api/stores/:storeId/tracking-import';
type Imported = ApiResponse<typeof route>;
type ImportedRow = Imported['rows'][number];

/** The button and dialog that set the tracking codes of many orders at once. */
export function ImportTracking(): ReactNode {
  const t = useTexts(texts);
  const [isOpen, { open, close: shut }] = useDisclosure();
  // The search opens the dialog by the address.
  const { import: asked, ...search } = useSearch({ strict: false }) as Record<string, string | undefined>;
  const navigate = useNavigate();
  const close = (): void => {
    shut();
    if (asked) void navigate({ to: '.', search, replace: true });
  };
  return (
    <>
      <Button variant="default" onClick={open}>
        {t.importTracking}
      </Button>
      <Modal opened={isOpen || asked === 'yes'} onClose={close} title={t.importTracking} size="xl">
        <ImportForm close={close} />
      </Modal>
    </>
  );
}

function ImportForm({ close }: { close: () => void }): ReactNode {
  const t = useTexts(texts);
  const { locale } = useLocale();
  const send = useApiMutation(route);
  const [preview, setPreview] = useState<{ text: string; imported: Imported }>();
  const [isUnreadable, setUnreadable] = useState(false);
  const rows = preview?.imported.rows ?? [];
  const issues = rows.filter(({ issue }) => issue !== null).length;
  const choose = async (file: File | null): Promise<void> => {
    if (!file) return;
    const text = await decodeFile(file);
    setPreview(undefined);
    setUnreadable(text === undefined);
    if (text === undefined) return;
    const onSuccess = (imported: Imported): void => setPreview({ text, imported });
    send.mutate({ body: { text, apply: false } }, { onSuccess, onError: notifyError });
  };
  const apply = (text: string): void =>
    send.mutate(
      { body: { text, apply: true } },
      {
        onSuccess: ({ rows }) => {
          notifySuccess(t.savedTrackings(rows.filter(({ changed }) => changed).length));
          close();
        },
        onError: notifyError,
      },
    );
  const refused = preview?.imported.refused;
  return (
    <Stack>
      <Text c="dimmed">{t.importTrackingHint}</Text>
      {isUnreadable && <Alert color="vermelho">{t.csvUnreadable}</Alert>}
      {refused && <Alert color="vermelho">{trackingCsvRefusals[refused][locale]}</Alert>}
      {issues > 0 && <Alert color="ambar">{t.csvWithIssues(issues)}</Alert>}
      {rows.length > 0 && <Preview rows={rows} />}
      <DialogFoot>
        <FileButton accept=".csv,text/csv,text/plain" onChange={(file) => void choose(file)}>
          {(props) => (
            <Button variant="default" loading={send.isPending && !preview} {...props}>
              {preview ? t.anotherCsv : t.chooseFile}
            </Button>
          )}
        </FileButton>
        {preview && rows.length > issues && (
          <Button loading={send.isPending} onClick={() => apply(preview.text)}>
            {t.saveTrackings(rows.length - issues)}
          </Button>
        )}
      </DialogFoot>
    </Stack>
  );
}

function Preview({ rows }: { rows: readonly ImportedRow[] }): ReactNode {
  const t = useTexts(texts);
  const { locale } = useLocale();
  return (
    <Table.ScrollContainer minWidth={560} maxHeight={420} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            {[t.csvLine, t.order, t.trackingCode, t.shipmentStatus, t.csvOutcome].map((label) => (
              <Table.Th key={label}>{label}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ line, order, tracking, issue }) => (
            <Table.Tr key={line}>
              <Table.Td>{line}</Table.Td>
              <Table.Td>{order}</Table.Td>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{tracking.code}</Table.Td>
              <Table.Td>{describeFieldValue('tracking.status', tracking.status, locale)}</Table.Td>
              <Table.Td>{issue ? trackingCsvRefusals[issue][locale] : t.csvReady}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

/** The text of a file; undefined if it is too large or not a text. */
async function decodeFile(file: File): Promise<string | undefined> {
  if (file.size > 3 * trackingCsvLimits.chars) return undefined;
  const text = decodeText(new Uint8Array(await file.arrayBuffer()));
  return text === undefined || text.length > trackingCsvLimits.chars ? undefined : text;
}
