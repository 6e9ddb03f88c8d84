import type { ReactNode } from 'react';
import { useApiQuery } from '../../../api/query.ts';
import { Columns } from '../../../ui/columns.tsx';
import { Counting, countedAfterMs } from '../../../ui/feedback/counting.tsx';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { Page } from '../../../ui/page.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { useStore } from '../../../ui/use-store.ts';
import { Attention } from './attention.tsx';
import { ExampleData } from './example-data.tsx';
import { FirstSteps } from './first-steps.tsx';
import { PaidSales } from './paid-sales.tsx';
import { Today } from './today.tsx';
import { RecoveredRevenue } from './recovered-revenue.tsx';
import type { Home } from './home-data.ts';
import { texts } from './texts.ts';

/** The home page: recovered revenue, matters that need attention, and the first steps of a new store. */
export function HomePage(): ReactNode {
  const t = useTexts(texts);
  const home = useApiQuery(
    'GET /panel/api/stores/:storeId/home',
    {},
    { refetchInterval: ({ state }) => state.data?.recovered === null && countedAfterMs },
  );
  return (
    <Page title={t.home}>
      <Loaded query={home} rows={8}>
        {(home) => <HomeBody home={home} />}
      </Loaded>
    </Page>
  );
}

function HomeBody({ home }: { home: Home }): ReactNode {
  const { attention, steps, paid, recovered } = home;
  const t = useTexts(texts);
  const { example } = useStore();
  // Example data lead to no first sale.
  const isSetUp = example || Object.values(steps).every(Boolean);
  const hasSales = paid !== null && paid.orders + paid.marked.orders + paid.simulated.orders > 0;
  const sales = hasSales && recovered && <PaidSales paid={paid} recovered={recovered} />;
  return (
    <Columns
      main={
        <>
          <Attention attention={attention} />
          <Today home={home} />
          {recovered ? <RecoveredRevenue recovered={recovered} /> : <Counting>{t.counting}</Counting>}
          {paid !== null && !hasSales && <ExampleData />}
          {/* `FirstSteps` takes the whole side column, so the sales move to the main one. */}
          {!isSetUp && sales}
        </>
      }
      aside={isSetUp ? sales : <FirstSteps steps={steps} />}
    />
  );
}
