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
import { contactName, ContactName } from '../contact-name.tsx';
import { labels, type ListedCheckout } from '../labels.ts';

const states = ['open', 'abandoned', 'ordered', 'paid', 'expired'] as const;

/** The checkouts of a store, newest first. */
export function CheckoutsPage(): ReactNode {
  const t = useTexts(texts);
  const w = useTexts(labels);
  const { can } = useStore();
  const filter = useFilter();
  const { search, before } = filter.values;
  const state = states.find((one) => one === filter.values['state']);
  const list = useApiQuery('GET /panel/api/stores/:storeId/checkouts', {
    query: { state, search, before },
  });
  return (
    <Page title={t.checkouts} actions={<NewLinkButton />}>
      <ListControls
        filter={filter}
        searchHint={can('seeShoppers') && t.searchPeople}
        selects={[{ name: 'state', label: t.state, choices: states.map((value) => ({ value, label: w[value] })) }]}
      />
      <Loaded query={list}>
        {({ checkouts, ...page }) => (
          <Listing
            {...{ filter, page }}
            icon="cart"
            nothing={t.noCheckouts}
            next={<NewLinkButton />}
            columns={[
              { label: t.what },
              { label: t.shopper, visibleFrom: 'sm' },
              { label: t.state, visibleFrom: 'sm' },
              { label: t.when, visibleFrom: 'md' },
              { label: t.total, ta: 'right' },
            ]}
            rows={checkouts.map((checkout) => (
              <CheckoutRow key={checkout.checkoutId} checkout={checkout} />
            ))}
          />
        )}
      </Loaded>
    </Page>
  );
}

function CheckoutRow({ checkout }: { checkout: ListedCheckout }): ReactNode {
  const t = useTexts(texts);
  const { money, ago } = useStoreFormats();
  const { storeId } = useStore();
  const { checkoutId, title, lines, person, state, createdAt, total } = checkout;
  return (
    <Table.Tr className="listed-row">
      <Table.Td>
        <Link className="listed-link" to="/$storeId/checkouts/$checkoutId" params={{ storeId, checkoutId }}>
          {title}
        </Link>
        {lines > 1 && (
          <Text size="xs" c="dimmed">
            {t.moreItems(lines - 1)}
          </Text>
        )}
        <OnPhone when={ago(createdAt)} contact={contactName(person)}>
          <PurchaseStateBadge state={state} />
        </OnPhone>
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <ContactName person={person} of={{ checkoutId }} />
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <PurchaseStateBadge state={state} />
      </Table.Td>
      <Table.Td visibleFrom="md">{ago(createdAt)}</Table.Td>
      <Table.Td ta="right">{money(total)}</Table.Td>
    </Table.Tr>
  );
}
