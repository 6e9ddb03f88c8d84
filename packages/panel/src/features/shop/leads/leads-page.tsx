import { Table, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useApiQuery } from '../../../api/query.ts';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { Page } from '../../../ui/page.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { useStoreFormats } from '../../../ui/format/use-store-formats.ts';
import { useStore } from '../../../ui/use-store.ts';
import { ListControls, Listing } from '../lists/list-controls.tsx';
import { OnPhone } from '../lists/list-table.tsx';
import '../../../ui/rows.css';
import { PurchaseStateBadge } from '../state-badge.tsx';
import { texts } from '../texts.ts';
import { NewLinkButton } from '../payment-link/new-link-button.tsx';
import { useFilter } from '../lists/use-filter.ts';
import { contactName, displayPhone } from '../contact-name.tsx';
import type { ListedCheckout } from '../labels.ts';

/** The leads of a store, newest first: shoppers who left an e-mail or a phone at a checkout. */
export function LeadsPage(): ReactNode {
  const t = useTexts(texts);
  const { can } = useStore();
  const filter = useFilter();
  const { search, before } = filter.values;
  const list = useApiQuery('GET /panel/api/stores/:storeId/leads', { query: { search, before } });
  return (
    <Page title={t.leads}>
      {can('seeShoppers') && <ListControls filter={filter} searchHint={t.searchPeople} />}
      <Loaded query={list}>
        {({ leads, ...page }) => (
          <Listing
            {...{ filter, page }}
            icon="person"
            nothing={t.noLeads}
            next={<NewLinkButton />}
            columns={[
              { label: t.shopper },
              { label: t.contact, visibleFrom: 'sm' },
              { label: t.what, visibleFrom: 'md' },
              { label: t.captured, visibleFrom: 'sm' },
              { label: t.state, visibleFrom: 'sm' },
              { label: t.total, ta: 'right' },
            ]}
            rows={leads.map((lead) => (
              <LeadRow key={lead.checkoutId} lead={lead} />
            ))}
          />
        )}
      </Loaded>
    </Page>
  );
}

function LeadRow({ lead }: { lead: ListedCheckout }): ReactNode {
  const t = useTexts(texts);
  const { ago, money } = useStoreFormats();
  const { storeId, can } = useStore();
  const { checkoutId, person, title, lines, total, capturedAt, state } = lead;
  return (
    <Table.Tr className="listed-row">
      <Table.Td>
        {can('seeShoppers') ? (
          <Link className="listed-link" to="/$storeId/customer" params={{ storeId }} search={{ checkoutId }}>
            {contactName(person)}
          </Link>
        ) : (
          <Link className="listed-link" to="/$storeId/checkouts/$checkoutId" params={{ storeId, checkoutId }}>
            {contactName(person)}
          </Link>
        )}
        <OnPhone when={capturedAt && ago(capturedAt)} contact={title}>
          <PurchaseStateBadge state={state} />
        </OnPhone>
      </Table.Td>
      <Table.Td visibleFrom="sm">
        {person.email && (
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {person.email}
          </Text>
        )}
        {person.phone && (
          <Text size="sm" {...(person.email && { c: 'dimmed' })}>
            {displayPhone(person.phone)}
          </Text>
        )}
      </Table.Td>
      <Table.Td visibleFrom="md">
        {title} {lines > 1 && t.moreItems(lines - 1)}
      </Table.Td>
      <Table.Td visibleFrom="sm">{capturedAt && ago(capturedAt)}</Table.Td>
      <Table.Td visibleFrom="sm">
        <PurchaseStateBadge state={state} />
      </Table.Td>
      <Table.Td ta="right">{money(total)}</Table.Td>
    </Table.Tr>
  );
}
