import { Group, Table } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ApiResponse } from '../../../api/call.ts';
import { useApiQuery } from '../../../api/query.ts';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { Page } from '../../../ui/page.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { SaleBadge } from '../../../ui/format/other-sales.tsx';
import { ToneBadge } from '../../../ui/tone-badge.tsx';
import { useStoreFormats } from '../../../ui/format/use-store-formats.ts';
import { useStore } from '../../../ui/use-store.ts';
import { ListControls, Listing } from '../lists/list-controls.tsx';
import { OnPhone } from '../lists/list-table.tsx';
import '../../../ui/rows.css';
import { ImportTracking } from './import-tracking.tsx';
import { PurchaseStateBadge } from '../state-badge.tsx';
import { texts } from '../texts.ts';
import { NewLinkButton } from '../payment-link/new-link-button.tsx';
import { useFilter } from '../lists/use-filter.ts';
import { contactName, ContactName } from '../contact-name.tsx';
import { methodLabelKey, labels } from '../labels.ts';

type ListedOrder = ApiResponse<'GET /panel/api/stores/:storeId/orders'>['orders'][number];
const statuses = ['pending', 'processing', 'paid', 'failed', 'cancelled'] as const;

/** The orders of a store, newest first. */
export function OrdersPage(): ReactNode {
  const t = useTexts(texts);
  const w = useTexts(labels);
  const { can } = useStore();
  const filter = useFilter();
  const { search, before } = filter.values;
  const status = statuses.find((one) => one === filter.values['status']);
  const list = useApiQuery('GET /panel/api/stores/:storeId/orders', {
    query: { status, search, before },
  });
  return (
    <Page title={t.orders} actions={can('changeOrders') && <ImportTracking />}>
      <ListControls
        filter={filter}
        name="status"
        searchLabel={t.searchOrders}
        choices={statuses.map((value) => ({ value, label: w[value] }))}
      />
      <Loaded query={list}>
        {({ orders, ...page }) => (
          <Listing
            {...{ filter, page }}
            icon="receipt"
            nothing={t.noOrders}
            next={<NewLinkButton />}
            columns={[
              { label: t.order },
              { label: t.shopper, visibleFrom: 'sm' },
              { label: t.state, visibleFrom: 'sm' },
              { label: t.method, visibleFrom: 'sm' },
              { label: t.when, visibleFrom: 'md' },
              { label: t.total, ta: 'right' },
            ]}
            rows={orders.map((order) => (
              <OrderRow key={order.orderId} order={order} />
            ))}
          />
        )}
      </Loaded>
    </Page>
  );
}

function OrderRow({ order }: { order: ListedOrder }): ReactNode {
  const t = useTexts(texts);
  const w = useTexts(labels);
  const { money, ago } = useStoreFormats();
  const { storeId } = useStore();
  const { orderId, number, person, paymentMethod, createdAt, total } = order;
  const method = methodLabelKey(paymentMethod);
  return (
    <Table.Tr className="listed-row">
      <Table.Td>
        <Link className="listed-link" to="/$storeId/orders/$orderId" params={{ storeId, orderId }}>
          {number === null ? t.orderPlain : t.orderNumber(number)}
        </Link>
        <OnPhone when={ago(createdAt)} contact={contactName(person)}>
          <States order={order} />
        </OnPhone>
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <ContactName person={person} of={{ orderId }} />
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <States order={order} />
      </Table.Td>
      <Table.Td visibleFrom="sm">{method && w[method]}</Table.Td>
      <Table.Td visibleFrom="md">{ago(createdAt)}</Table.Td>
      <Table.Td ta="right">{total !== null && money(total)}</Table.Td>
    </Table.Tr>
  );
}

function States({ order: { status, attention, sale } }: { order: ListedOrder }): ReactNode {
  const w = useTexts(labels);
  return (
    <Group gap={4}>
      <PurchaseStateBadge state={status} />
      <SaleBadge kind={sale} />
      {attention.map((one) => (
        <ToneBadge key={one} tone="wait" icon="warning">
          {w[one]}
        </ToneBadge>
      ))}
    </Group>
  );
}
