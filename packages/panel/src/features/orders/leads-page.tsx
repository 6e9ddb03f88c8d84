import { Stack, Table, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useAsk } from '../../api/query.ts';
import { useFormats } from '../../ui/formats.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { Surface } from '../../ui/surface.tsx';
import { useTexts } from '../../ui/texts.ts';
import { useStore } from '../../ui/use-store.ts';
import { ListControls, NothingListed, Pager } from './list-controls.tsx';
import './list.css';
import { StateBadge } from './state-badge.tsx';
import { texts } from './texts.ts';
import { useFilter } from './use-filter.ts';
import { nameOf, phoneShown } from './who.tsx';
import type { ListedCheckout } from './words.ts';

/** The leads of a store, the newest first: whoever left an e-mail or a phone at a checkout. */
export function LeadsPage(): ReactNode {
  const t = useTexts(texts);
  const { storeId, can } = useStore();
  const filter = useFilter();
  const { search, before } = filter.values;
  const list = useAsk('GET /panel/api/stores/:storeId/leads', { params: { storeId }, query: { search, before } });
  return (
    <Page title={t.leads}>
      {can('seeShoppers') && <ListControls filter={filter} searchLabel={t.searchPeople} />}
      <Loaded query={list}>
        {({ leads, next, reached }) =>
          leads.length === 0 ? (
            <Stack>
              <NothingListed filter={filter} icon="person" text={t.noLeads} />
              <Pager filter={filter} next={next} reached={reached} />
            </Stack>
          ) : (
            <Stack>
              <LeadTable leads={leads} />
              <Pager filter={filter} next={next} reached={reached} />
            </Stack>
          )
        }
      </Loaded>
    </Page>
  );
}

function LeadTable({ leads }: { leads: readonly ListedCheckout[] }): ReactNode {
  const t = useTexts(texts);
  return (
    <Surface p={0} style={{ overflow: 'hidden' }}>
      <Table verticalSpacing="sm" horizontalSpacing="md">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t.who}</Table.Th>
            <Table.Th visibleFrom="sm">{t.contact}</Table.Th>
            <Table.Th visibleFrom="md">{t.what}</Table.Th>
            <Table.Th visibleFrom="sm">{t.captured}</Table.Th>
            <Table.Th>{t.state}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {leads.map((lead) => (
            <LeadRow key={lead.checkoutId} lead={lead} />
          ))}
        </Table.Tbody>
      </Table>
    </Surface>
  );
}

function LeadRow({ lead }: { lead: ListedCheckout }): ReactNode {
  const t = useTexts(texts);
  const { ago, money } = useFormats();
  const { storeId } = useStore();
  const { checkoutId, person, title, lines, total, capturedAt, state } = lead;
  return (
    <Table.Tr className="listed-row">
      <Table.Td>
        <Link className="listed-link" to="/$storeId/checkouts/$checkoutId" params={{ storeId, checkoutId }}>
          {nameOf(person)}
        </Link>
      </Table.Td>
      <Table.Td visibleFrom="sm">
        {person.email && <Text size="sm">{person.email}</Text>}
        {person.phone && (
          <Text size="sm" {...(person.email && { c: 'dimmed' })}>
            {phoneShown(person.phone)}
          </Text>
        )}
      </Table.Td>
      <Table.Td visibleFrom="md">
        <Text size="sm">
          {title} {lines > 1 && t.moreItems(lines - 1)}
        </Text>
        <Text size="xs" c="dimmed">
          {money(total)}
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="sm">{capturedAt && ago(capturedAt)}</Table.Td>
      <Table.Td>
        <StateBadge state={state} />
      </Table.Td>
    </Table.Tr>
  );
}
