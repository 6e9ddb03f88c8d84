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
import { Contacts } from './contacts.tsx';
import { OrderActions } from './order-actions.tsx';
import { OrderTimeline } from './order-timeline.tsx';
import { Payments } from './payments.tsx';
import { Items } from '../purchase-parts.tsx';
import { OrderStateBadges } from '../state-badge.tsx';
import { texts } from '../texts.ts';
import { texts as orderTexts } from './texts.ts';
import { Tracking } from './tracking.tsx';
import { advice, labels, type Order, toLookAt } from '../labels.ts';

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
            <OrderStateBadges order={order} />
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
      <Origin order={order} />
      <Attention order={order} />
      <Columns
        main={
          <>
            <Items
              items={order.items}
              totals={order}
              kept={order.returned > 0 ? { returned: order.returned, rest: order.received } : undefined}
            />
            <Payments order={order} />
            <OrderTimeline order={order} />
          </>
        }
        aside={
          <>
            <Contacts order={order} />
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

/** When an order was made and paid, and the cart that it came from. */
function Origin({ order }: { order: Order }): ReactNode {
  const o = useTexts(orderTexts);
  const { storeId } = useStore();
  const { instant } = useStoreFormats();
  const { createdAt, paidAt, checkoutId } = order;
  return (
    <Text size="sm" c="dimmed" mt={-12} component="div">
      {[o.createdAt(instant(createdAt)), paidAt && o.paidAt(instant(paidAt))].filter(Boolean).join(' · ')}
      {checkoutId && (
        <>
          {' · '}
          <AnchorLink
            size="sm"
            underline="always"
            to="/$storeId/checkouts/$checkoutId"
            params={{ storeId, checkoutId }}
          >
            {o.cart}
          </AnchorLink>
        </>
      )}
    </Text>
  );
}
