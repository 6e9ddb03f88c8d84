import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useApiQuery } from '../../../api/query.ts';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { BumpPart } from './bump-part.tsx';
import { CouponsPart } from './coupons-part.tsx';
import { RulesPart } from './rules-part.tsx';

/** COM27 to COM30: discounts and instalments, coupons, and the offer at payment. */
export function PricesSection(): ReactNode {
  const rules = useApiQuery('GET /panel/api/stores/:storeId/price-rules', {});
  return (
    <Stack gap={32}>
      <Loaded query={rules} rows={6}>
        {({ rules: saved }) => <RulesPart saved={saved} />}
      </Loaded>
      <CouponsPart />
      <BumpPart />
    </Stack>
  );
}
