import { Button, Group, NativeSelect, Stack, Table, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { ApiResponse } from '../../../api/call.ts';
import { useApiQuery } from '../../../api/query.ts';
import { Empty } from '../../../ui/feedback/empty.tsx';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { useFormats } from '../../../ui/format/formats.ts';
import { AnchorLink } from '../../../ui/links.tsx';
import { useLocale } from '../../../ui/locale.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { ToneBadge, type Tone } from '../../../ui/tone-badge.tsx';
import { useStore } from '../../../ui/use-store.ts';
import { Topic } from '../../../ui/settings-frame/topic.tsx';
import type { Destinations } from './conversions-data.ts';
import { texts } from './texts.ts';

type Row = ApiResponse<'GET /panel/api/stores/:storeId/conversions'>['conversions'][number];
type LogProps = { destinations: Destinations['destinations'] };

const tones = { queued: 'wait', sent: 'ok', refused: 'bad', skipped: 'plain', failed: 'bad' } as const satisfies Record<
  Row['state'],
  Tone
>;
const states = Object.keys(tones) as Row['state'][];

/** COM38: what was sent, to whom, for which order, and what was answered; newest first, a page at a time. */
export function ConversionLog({ destinations }: LogProps): ReactNode {
  const t = useTexts(texts);
  const [state, setState] = useState<Row['state']>();
  const [after, setAfter] = useState<string>();
  const query = useApiQuery('GET /panel/api/stores/:storeId/conversions', { query: { state, after } });
  return (
    <Topic title={t.log} help={t.logHelp}>
      <NativeSelect
        label={t.filter}
        value={state ?? ''}
        data={[{ value: '', label: t.all }, ...states.map((value) => ({ value, label: t[value] }))]}
        onChange={({ currentTarget: { value } }) => {
          setState(states.find((one) => one === value));
          setAfter(undefined);
        }}
      />
      <Loaded query={query} rows={4}>
        {({ conversions, next }) =>
          conversions.length === 0 ? (
            <Empty icon="send" text={t.none} />
          ) : (
            <Stack gap="md">
              <Rows rows={conversions} destinations={destinations} />
              <Group justify="flex-end" gap="xs">
                {after !== undefined && (
                  <Button variant="default" onClick={() => setAfter(undefined)}>
                    {t.newest}
                  </Button>
                )}
                {next !== null && (
                  <Button variant="default" onClick={() => setAfter(next)}>
                    {t.older}
                  </Button>
                )}
              </Group>
            </Stack>
          )
        }
      </Loaded>
    </Topic>
  );
}

/** A table; on a phone one column. */
function Rows({ rows, destinations }: LogProps & { rows: readonly Row[] }): ReactNode {
  const t = useTexts(texts);
  const { locale } = useLocale();
  const { instant } = useFormats();
  const labelOf = (name: string): string => destinations.find((one) => one.name === name)?.label[locale] ?? name;
  return (
    <Table verticalSpacing="sm">
      <Table.Thead visibleFrom="sm">
        <Table.Tr>
          <Table.Th>{t.when}</Table.Th>
          <Table.Th>{t.what}</Table.Th>
          <Table.Th>{t.result}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row) => (
          <Table.Tr key={row.key}>
            <Table.Td visibleFrom="sm">{instant(row.occurredAt)}</Table.Td>
            <Table.Td>
              <Text size="sm">
                {t[row.event]} · {labelOf(row.destination)}
              </Text>
              <Purchase row={row} />
              <Text size="xs" c="dimmed" hiddenFrom="sm">
                {instant(row.occurredAt)}
              </Text>
            </Table.Td>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>
              <Result row={row} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

/** The link to the order, or to the checkout. */
function Purchase({ row: { orderId, number, checkoutId } }: { row: Row }): ReactNode {
  const t = useTexts(texts);
  const { storeId } = useStore();
  if (orderId === null) {
    return (
      <AnchorLink size="sm" to="/$storeId/checkouts/$checkoutId" params={{ storeId, checkoutId }}>
        {t.checkout}
      </AnchorLink>
    );
  }
  return (
    <AnchorLink size="sm" to="/$storeId/orders/$orderId" params={{ storeId, orderId }}>
      {t.order(number ?? orderId.slice(0, 8))}
    </AnchorLink>
  );
}

/** What became of it, why, and what was answered. */
function Result({ row: { state, reason, answer, attempts, dueAt } }: { row: Row }): ReactNode {
  const t = useTexts(texts);
  const { instant } = useFormats();
  const details = [
    reason,
    answer === '' ? null : answer,
    attempts > 1 ? t.attempts(attempts) : null,
    state === 'queued' && attempts > 0 && dueAt !== null ? t.again(instant(dueAt)) : null,
  ].filter((one) => one !== null);
  return (
    <Stack gap={2} align="flex-start">
      <ToneBadge tone={tones[state]}>{t[state]}</ToneBadge>
      {details.length > 0 && <Text size="xs">{details.join(' · ')}</Text>}
    </Stack>
  );
}
