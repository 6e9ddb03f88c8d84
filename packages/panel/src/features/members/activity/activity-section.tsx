import { Group, Stack, Table, Text } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ApiResponse } from '../../../api/call.ts';
import { useApiQuery } from '../../../api/query.ts';
import { Empty } from '../../../ui/feedback/empty.tsx';
import { useFormats } from '../../../ui/format/formats.ts';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { Surface } from '../../../ui/surface.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { useStore } from '../../../ui/use-store.ts';
import { texts } from './texts.ts';

type Entry = ApiResponse<'GET /panel/api/stores/:storeId/activity'>['entries'][number];

/** The number of entries in one response. */
const pageSize = 50;

/** AUT6: the audit log of the store, newest first. */
export function ActivitySection(): ReactNode {
  const t = useTexts(texts);
  const { before } = useSearch({ strict: false });
  const query = useApiQuery('GET /panel/api/stores/:storeId/activity', { query: { before } });
  return (
    <Loaded query={query} rows={8}>
      {({ entries }) =>
        entries.length === 0 ? (
          <Empty icon="history" text={t.none} />
        ) : (
          <Stack gap="md">
            <Entries entries={entries} />
            <Group justify="flex-end" gap="xs">
              {before && <PageLink text={t.newest} before={undefined} />}
              {entries.length === pageSize && <PageLink text={t.older} before={entries.at(-1)!.activityId} />}
            </Group>
          </Stack>
        )
      }
    </Loaded>
  );
}

function PageLink({ text, before }: { text: string; before: string | undefined }): ReactNode {
  const { storeId } = useStore();
  return (
    <ButtonLink
      variant="default"
      to="/$storeId/settings/$section"
      params={{ storeId, section: 'activity' }}
      search={before === undefined ? {} : { before }}
    >
      {text}
    </ButtonLink>
  );
}

/** A table of action, member and time; on a phone one column. */
function Entries({ entries }: { entries: readonly Entry[] }): ReactNode {
  const t = useTexts(texts);
  const { instant } = useFormats();
  return (
    <Surface p={0} style={{ overflow: 'hidden' }}>
      <Table horizontalSpacing="md" verticalSpacing="sm">
        <Table.Thead visibleFrom="sm">
          <Table.Tr>
            <Table.Th>{t.when}</Table.Th>
            <Table.Th>{t.actor}</Table.Th>
            <Table.Th>{t.what}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {entries.map(({ activityId, at, by, what, about }) => (
            <Table.Tr key={activityId}>
              <Table.Td visibleFrom="sm" style={{ whiteSpace: 'nowrap' }}>
                {instant(at)}
              </Table.Td>
              <Table.Td visibleFrom="sm" style={{ overflowWrap: 'anywhere' }}>
                {by ?? t.server}
              </Table.Td>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>
                {t[what]}
                {about && about !== by && (
                  <Text span size="sm" c="dimmed">
                    {' · '}
                    {about}
                  </Text>
                )}
                <Text size="xs" c="dimmed" hiddenFrom="sm">
                  {by ?? t.server} · {instant(at)}
                </Text>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Surface>
  );
}
