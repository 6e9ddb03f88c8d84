import { Group, Table } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { call, type ApiResponse } from '../../../api/call.ts';
import { useApiQuery } from '../../../api/query.ts';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { Page } from '../../../ui/page.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { SaleBadge } from '../../../ui/format/other-sales.tsx';
import { ToneBadge } from '../../../ui/tone-badge.tsx';
import { useStoreFormats } from '../../../ui/format/use-store-formats.ts';
import { useStore } from '../../../ui/use-store.ts';
import { ExportCsv } from '../../../ui/lists/export-csv.tsx';
import { ListControls, Listing } from '../lists/list-controls.tsx';
import { OnPhone } from '../lists/list-table.tsx';
import '../../../ui/rows.css';
import { ImportTracking } from './import-tracking.tsx';
import { OrderStateBadges } from '../state-badge.tsx';
import { texts } from '../texts.ts';
import { NewLinkButton } from '../payment-link/new-link-button.tsx';
import { useFilter } from '../lists/use-filter.ts';
import { contactName, ContactName } from '../contact-name.tsx';
import { methodLabelKey, labels, toLookAt } from '../labels.ts';

type ListedOrder = ApiResponse<'GET /panel/api/stores/:storeId/orders'>['orders'][number];
const statuses = ['pending', 'processing', 'paid', 'failed', 'cancelled'] as const;
const methods = ['pix', 'boleto', 'card'] as const;

/** The orders of a store, newest first. */
export function OrdersPage(): ReactNode {
  const t = useTexts(texts);
  const w = useTexts(labels);
  const { storeId, can } = useStore();
  const filter = useFilter();
  const { search, before } = filter.values;
  const status = statuses.find((one) => one === filter.values['status']);
  const method = methods.find((one) => one === filter.values['method']);
  const days = Number(filter.values['days']) || undefined;
  const wanted = { status, method, days, search };
  const list = useApiQuery('GET /panel/api/stores/:storeId/orders', { query: { ...wanted, before } });
  const choicesOf = (values: readonly (typeof statuses | typeof methods)[number][]) =>
    values.map((value) => ({ value, label: w[value] }));
  return (
    <Page
      title={t.orders}
      actions={
        <>
          {can('changeOrders') && <ImportTracking />}
          {can('seeShoppers') && (
            <ExportCsv
              name={t.orders.toLowerCase()}
              load={() => call('GET /panel/api/stores/:storeId/orders/export', { params: { storeId }, query: wanted })}
            />
          )}
        </>
      }
    >
      <ListControls
        filter={filter}
        searchHint={can('seeShoppers') ? t.searchOrders : t.searchNumber}
        selects={[
          { name: 'status', label: t.state, choices: choicesOf(statuses) },
          { name: 'method', label: t.method, all: t.allMethods, choices: choicesOf(methods) },
        ]}
        hasPeriod
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
              { label: t.messages, visibleFrom: 'lg', ta: 'right' },
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
  const { orderId, number, person, paymentMethod, createdAt, total, messages } = order;
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
      <Table.Td visibleFrom="lg" ta="right">
        {messages === 0 ? '—' : messages}
      </Table.Td>
      <Table.Td visibleFrom="md">{ago(createdAt)}</Table.Td>
      <Table.Td ta="right">{total !== null && money(total)}</Table.Td>
    </Table.Tr>
  );
}

function States({ order }: { order: ListedOrder }): ReactNode {
  const w = useTexts(labels);
  const { sale } = order;
  return (
    <Group gap={4}>
      <OrderStateBadges order={order} />
      <SaleBadge kind={sale} />
      {toLookAt(order).map((one) => (
        <ToneBadge key={one} tone="wait" icon="warning">
          {w[one]}
        </ToneBadge>
      ))}
    </Group>
  );
}
