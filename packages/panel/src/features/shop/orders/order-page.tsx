import { Alert, Stack, Text } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useApiQuery } from '../../../api/query.ts';
import { Columns } from '../../../ui/columns.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { Page } from '../../../ui/page.tsx';
import { AnchorLink } from '../../../ui/links.tsx';
import { SaleBadge } from '../../../ui/format/other-sales.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { useStoreFormats } from '../../../ui/format/use-store-formats.ts';
import { useStore } from '../../../ui/use-store.ts';
import { OrderActions } from './order-actions.tsx';
import { Payments } from './payments.tsx';
import { FactList } from '../../../ui/fact-list.tsx';
import { Customer, Happened, Items, Part } from '../purchase-parts.tsx';
import { PurchaseStateBadge } from '../state-badge.tsx';
import { texts } from '../texts.ts';
import { Tracking } from './tracking.tsx';
import { advice, methodLabelKey, labels, type Order, toLookAt } from '../labels.ts';

/** One order: its items, its payments, its shipment, its events, and the available actions. */
export function OrderPage(): ReactNode {
  const t = useTexts(texts);
  const { storeId } = useStore();
  const { orderId = '' } = useParams({ strict: false });
  const query = useApiQuery('GET /panel/api/stores/:storeId/orders/:orderId', { params: { orderId } });
  const order = query.data?.order;
  const above = (
    <AnchorLink size="sm" to="/$storeId/orders" params={{ storeId }}>
      {t.orders}
    </AnchorLink>
  );
  const title = order ? (order.number === null ? t.orderPlain : t.orderNumber(order.number)) : t.order;
  return (
    <Page
      title={title}
      above={above}
      status={
        order && (
          <>
            <PurchaseStateBadge state={order.status} />
            <SaleBadge kind={order.sale} />
          </>
        )
      }
      actions={order && <OrderActions order={order} />}
    >
      <Loaded query={query}>{({ order }) => <OrderBody order={order} />}</Loaded>
    </Page>
  );
}

function OrderBody({ order }: { order: Order }): ReactNode {
  return (
    <>
      <Attention order={order} />
      <Columns
        main={
          <>
            <Items items={order.items} totals={order} />
            <Payments order={order} />
            <Happened events={order.events} />
          </>
        }
        aside={
          <>
            <OrderStatus order={order} />
            <Customer person={order.person} address={order.address} of={{ orderId: order.orderId }} />
            <Tracking order={order} />
          </>
        }
      />
    </>
  );
}

function Attention({ order }: { order: Order }): ReactNode {
  const t = useTexts(texts);
  const w = useTexts(labels);
  const a = useTexts(advice);
  const { money } = useStoreFormats();
  const { received, missing, status } = order;
  const attention = toLookAt(order);
  if (attention.length === 0) return null;
  return (
    <Alert color="ambar" icon={<Icon name="warning" />} title={t.attention}>
      <Stack gap={4}>
        {attention.map((one) => (
          <Text key={one}>
            <b>{w[one]}.</b> {one === 'UNDERPAID' && status === 'paid' ? t.raised : a[one]}
            {one === 'UNDERPAID' && (
              <>
                {' '}
                {t.receivedOf(money(received), money(received + missing))}, {t.missing(money(missing))}.
              </>
            )}
          </Text>
        ))}
      </Stack>
    </Alert>
  );
}

function OrderStatus({ order }: { order: Order }): ReactNode {
  const t = useTexts(texts);
  const w = useTexts(labels);
  const { storeId } = useStore();
  const { instant } = useStoreFormats();
  const { paymentMethod, createdAt, paidAt, checkoutId } = order;
  const method = methodLabelKey(paymentMethod);
  return (
    <Part title={t.state}>
      <FactList
        facts={[
          [t.method, method && w[method]],
          [t.created, instant(createdAt)],
          [t.paidAt, paidAt && instant(paidAt)],
          [
            t.checkout,
            checkoutId && (
              <AnchorLink key="checkout" to="/$storeId/checkouts/$checkoutId" params={{ storeId, checkoutId }}>
                {t.link}
              </AnchorLink>
            ),
          ],
        ]}
      />
    </Part>
  );
}
