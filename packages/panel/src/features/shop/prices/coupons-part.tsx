import { Button, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useOlderPages } from '../../../api/older-pages.ts';
import { useApiQuery } from '../../../api/query.ts';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { Older } from '../../../ui/feedback/older.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { useStore } from '../../../ui/use-store.ts';
import { Topic } from '../../../ui/settings-frame/topic.tsx';
import { AddCoupon } from './add-coupon.tsx';
import { CouponRow } from './coupon-row.tsx';
import { texts } from './texts.ts';

const listRoute = 'GET /panel/api/stores/:storeId/coupons';

/** COM28: the coupons of a store, newest first, and a new one. */
export function CouponsPart(): ReactNode {
  const t = useTexts(texts);
  const { storeId } = useStore();
  const [isAdding, { open, close }] = useDisclosure();
  const query = useApiQuery(listRoute, { query: {} });
  const request = { params: { storeId }, query: {} };
  const older = useOlderPages(
    listRoute,
    request,
    query.data,
    query.data?.next ?? null,
    (page) => page.coupons.length === 0,
  );
  return (
    <Topic title={t.coupons} help={t.couponsHelp}>
      <Loaded query={query} rows={3}>
        {(first) => {
          const coupons = [first, ...older.pages].flatMap((page) => page.coupons);
          return (
            <Stack gap="md">
              {coupons.length === 0 && <Text>{t.noCoupons}</Text>}
              {coupons.map((coupon) => (
                <CouponRow key={coupon.couponId} coupon={coupon} />
              ))}
              <Older pages={older} />
            </Stack>
          );
        }}
      </Loaded>
      {isAdding ? (
        <AddCoupon onClose={close} />
      ) : (
        <Button variant="default" onClick={open} style={{ alignSelf: 'flex-start' }}>
          {t.newCoupon}
        </Button>
      )}
    </Topic>
  );
}
