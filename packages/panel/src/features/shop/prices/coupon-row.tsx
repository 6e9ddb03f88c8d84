import { Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import type { ApiResponse } from '../../../api/call.ts';
import { useApiMutation } from '../../../api/query.ts';
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx';
import { notifyError } from '../../../ui/feedback/notify.ts';
import { useStoreFormats } from '../../../ui/format/use-store-formats.ts';
import { useLocale } from '../../../ui/locale.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { OtherSales } from '../../../ui/format/other-sales.tsx';
import { ToneBadge } from '../../../ui/tone-badge.tsx';
import { texts } from './texts.ts';

type Coupon = ApiResponse<'GET /panel/api/stores/:storeId/coupons'>['coupons'][number];

/** A coupon: what it gives, its limits, and what it sold. */
export function CouponRow({ coupon }: { coupon: Coupon }): ReactNode {
  const t = useTexts(texts);
  const { money, number } = useStoreFormats();
  const facts = useFacts(coupon);
  const [isOpen, { open, close }] = useDisclosure();
  const end = useApiMutation('POST /panel/api/stores/:storeId/coupons/:couponId/end', {
    done: t.couponEnded,
    onError: notifyError,
    onSettled: close,
  });
  const { couponId, code, active, uses, maxUses, sales, isComplete, isPast } = coupon;
  const used = maxUses === null ? t.uses(uses, number(uses)) : t.usesOf(number(uses), number(maxUses));
  const sold = t.sold(sales.orders, number(sales.orders), money(sales.cents));
  return (
    <Group justify="space-between" component="article" aria-label={code}>
      <div>
        <Group gap="xs">
          <Text fw={500}>{code}</Text>
          {!active && <ToneBadge tone="plain">{t.ended}</ToneBadge>}
          {active && isPast && <ToneBadge tone="plain">{t.expired}</ToneBadge>}
        </Group>
        <Text size="sm">{facts.join(' · ')}</Text>
        <Text size="sm" c="dimmed">
          {[used, isComplete ? sold : t.newestUses(sold)].join(' · ')}
        </Text>
        <OtherSales sales={sales} />
      </div>
      {active && (
        <Button size="xs" variant="subtle" color="vermelho" aria-label={t.endWhat(code)} onClick={open}>
          {t.end}
        </Button>
      )}
      <ConfirmDialog
        opened={isOpen}
        title={t.endTitle(code)}
        action={t.end}
        isBusy={end.isPending}
        onClose={close}
        onConfirm={() => end.mutate({ params: { couponId }, body: {} })}
      >
        {t.endText}
      </ConfirmDialog>
    </Group>
  );
}

/** What a coupon gives, and its limits. */
function useFacts(coupon: Coupon): string[] {
  const t = useTexts(texts);
  const { money, number, date } = useStoreFormats();
  const { locale } = useLocale();
  const percent = (hundredths: number): string => `${(hundredths / 100).toLocaleString(locale)}%`;
  const { reduction, freeShipping, startsAt, endsAt, minimum, maxUsesPerPerson, products, firstPurchaseOnly } = coupon;
  // The end is the midnight after the last day.
  const lastDay = endsAt === null ? null : date(Date.parse(endsAt) - 1);
  return [
    ...(reduction?.kind === 'percent' ? [t.off(percent(reduction.hundredths))] : []),
    ...(reduction?.kind === 'cents' ? [t.off(money(reduction.cents))] : []),
    ...(freeShipping ? [t.freeShipping] : []),
    ...(startsAt !== null ? [t.since(date(startsAt))] : []),
    ...(lastDay !== null ? [t.until(lastDay)] : []),
    ...(minimum > 0 ? [t.fromAmount(money(minimum))] : []),
    ...(maxUsesPerPerson !== null ? [t.perPerson(maxUsesPerPerson, number(maxUsesPerPerson))] : []),
    ...(products.length > 0 ? [t.ofProducts(products.length, number(products.length))] : []),
    ...(firstPurchaseOnly ? [t.firstPurchase] : []),
  ];
}
