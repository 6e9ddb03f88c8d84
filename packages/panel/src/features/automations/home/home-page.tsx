import { Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useApiQuery } from '../../../api/query.ts';
import { countedAfterMs } from '../../../ui/feedback/counting.tsx';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { useStoreFormats } from '../../../ui/format/use-store-formats.ts';
import { Icon } from '../../../ui/icons.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { useLocale } from '../../../ui/locale.tsx';
import { Page } from '../../../ui/page.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { useStore } from '../../../ui/use-store.ts';
import { AttentionList } from './attention/attention.tsx';
import { EmptyCards, FiguresPart } from './figures/figures-part.tsx';
import { usePeriod } from './figures/period-bar.tsx';
import { sumOf } from './figures/series.ts';
import type { Figures, Home } from './home-data.ts';
import { ConnectShopOffer } from './start/connect-shop-offer.tsx';
import { ExampleData } from './start/example-data.tsx';
import { FirstSteps } from './start/first-steps.tsx';
import { stepsOf } from './start/steps.ts';
import { texts } from './texts.ts';

/** How often what needs a member is read again, in milliseconds. */
const pollMs = 60_000;

/** The home page: what needs a member, the steps of a new store, and the figures of a period. */
export function HomePage(): ReactNode {
  const t = useTexts(texts);
  const { storeId, can } = useStore();
  const { query } = usePeriod();
  const home = useApiQuery(
    'GET /panel/api/stores/:storeId/home',
    {},
    { refetchInterval: ({ state }) => (state.data?.attention.decisions === null ? countedAfterMs : pollMs) },
  );
  const figures = useApiQuery(
    'GET /panel/api/stores/:storeId/home/figures',
    { query },
    { refetchInterval: ({ state }) => state.data?.figures === null && countedAfterMs },
  );
  return (
    <Page
      title={t.home}
      note={<Today figures={figures.data?.figures ?? null} />}
      actions={
        can('changeOrders') && (
          <ButtonLink
            variant="default"
            leftSection={<Icon name="link" size={16} />}
            to="/$storeId/checkouts/new"
            params={{ storeId }}
          >
            {t.makeLink}
          </ButtonLink>
        )
      }
    >
      <Loaded query={home} rows={8}>
        {(home) => (
          <Loaded query={figures} rows={8}>
            {({ figures }) => <HomeBody home={home} figures={figures} />}
          </Loaded>
        )}
      </Loaded>
    </Page>
  );
}

function HomeBody({ home, figures }: { home: Home; figures: Figures | null }): ReactNode {
  const { attention, steps, waiting, platforms } = home;
  const { example, can } = useStore();
  const { query } = usePeriod();
  // Example data lead to no first sale.
  const isSetUp = example || stepsOf(steps, can).open.length === 0;
  // A period that the member chose may be empty; the store is not, then.
  const isNew = query.days === 30 && figures !== null && waiting === 0 && isEmpty(figures);
  return (
    <>
      <AttentionList attention={attention} isMain={isSetUp} isQuiet={isNew} />
      {!isSetUp && <FirstSteps steps={steps} />}
      {!isSetUp && !steps.shop && <ConnectShopOffer platforms={platforms} />}
      {isNew ? <EmptyCards /> : <FiguresPart figures={figures} waiting={waiting} />}
      {isNew && <ExampleData />}
    </>
  );
}

/** Whether nothing happened in the period and in the one before. */
const isEmpty = ({ current, before, others }: Figures): boolean => {
  const { paid, sent, failed, entered } = sumOf([...current.buckets, ...before.buckets]);
  return paid.orders + others.marked.orders + others.simulated.orders + sent + failed + entered === 0;
};

/** The date, and the sales of the day so far, if the period ends today. */
function Today({ figures }: { figures: Figures | null }): ReactNode {
  const t = useTexts(texts);
  const { locale } = useLocale();
  const { timeZone } = useStore();
  const { money, number } = useStoreFormats();
  const format = new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long', timeZone });
  const [now] = useState(() => new Date());
  const date = format.format(now);
  const { cents, orders } = figures ? sumOf(figures.current.buckets.slice(figures.unit === 'day' ? -1 : 0)).paid : none;
  const isKnown = figures?.isCut && orders > 0;
  return (
    <Text size="sm" c="dimmed">
      {date.charAt(0).toUpperCase() + date.slice(1)}
      {isKnown && ` · ${t.soFar(money(cents), t.orders(number(orders)))}`}
    </Text>
  );
}

const none = { cents: 0, orders: 0 };
