import { Stack, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useApiQuery } from '../../../api/query.ts';
import { Columns } from '../../../ui/columns.tsx';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { Page } from '../../../ui/page.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { ToneBadge } from '../../../ui/tone-badge.tsx';
import { useStore } from '../../../ui/use-store.ts';
import { SellingAccount } from './account-row.tsx';
import { ChangesCard } from './changes-card.tsx';
import { SellingChannel } from './channel-row.tsx';
import { IntegrationGroup } from './integration-rows.tsx';
import { LiveDialog } from './live-dialog.tsx';
import { Progress } from './progress.tsx';
import { SaleButton } from './sale-button.tsx';
import { canReceive, nextStep, type Selling } from './selling-data.ts';
import { StepGroup, StepRow } from './step-row.tsx';
import { FreightRow, PayPageRow, PricesRow, SellerRow, SenderRow } from './store-rows.tsx';
import { texts } from './texts.ts';

/** The page on which a store begins to sell for real: what is missing, each with its button, and what changes for shoppers. */
export function SellingPage(): ReactNode {
  const t = useTexts(texts);
  const { name } = useStore();
  const query = useApiQuery('GET /panel/api/stores/:storeId/selling', {});
  const { live } = query.data ?? {};
  return (
    <Page
      title={t.title}
      status={
        live !== undefined && (
          <ToneBadge tone={live ? 'ok' : 'wait'} icon={live ? 'check' : 'flask'}>
            {live ? t.selling : t.testing}
          </ToneBadge>
        )
      }
    >
      <Text c="dimmed" size="sm" mt={-16}>
        {live ? t.leadLive(name) : t.lead(name)}
      </Text>
      <Loaded query={query} rows={10}>
        {(selling) => <SellingBody selling={selling} />}
      </Loaded>
    </Page>
  );
}

function SellingBody({ selling }: { selling: Selling }): ReactNode {
  const t = useTexts(texts);
  const payments = useApiQuery('GET /panel/api/stores/:storeId/payment-accounts', {}).data;
  const channels = useApiQuery('GET /panel/api/stores/:storeId/channels', {}).data?.channels;
  const [isAsking, setAsking] = useState(false);
  const [connecting, setConnecting] = useState<string>();
  const next = nextStep(selling);
  const isNext = (step: object): boolean => JSON.stringify(next) === JSON.stringify(step);
  return (
    <>
      <Progress selling={selling} />
      <Columns
        main={
          <Stack gap="xl">
            <StepGroup title={t.receive}>
              {selling.accounts.map((account) => (
                <SellingAccount
                  key={account.provider}
                  account={account}
                  payments={payments}
                  isNext={isNext({ account: account.provider })}
                />
              ))}
            </StepGroup>
            <StepGroup title={t.talk}>
              {selling.channels.map((step) => (
                <SellingChannel
                  key={step.channel}
                  live={selling.live}
                  step={step}
                  storeChannel={channels?.find(({ channel }) => channel === step.channel)}
                  isNext={isNext({ channel: step.channel })}
                  opened={connecting === step.channel}
                  onOpen={() => setConnecting(step.channel)}
                  onClose={() => setConnecting(undefined)}
                />
              ))}
              <SenderRow selling={selling} isNext={isNext({ own: 'sender' })} />
            </StepGroup>
            <StepGroup title={t.own}>
              <SellerRow selling={selling} isNext={isNext({ own: 'seller' })} />
              <FreightRow selling={selling} isNext={isNext({ own: 'freight' })} />
              <PayPageRow selling={selling} />
              <PricesRow selling={selling} />
            </StepGroup>
            <IntegrationGroup />
            <StepGroup title={t.proof}>
              <StepRow
                icon="receipt"
                state={selling.sale.state}
                title={t.sale}
                text={selling.sale.state === 'done' ? t.saleDone : t.saleMissing}
                isNext={isNext({ own: 'sale' })}
                renderAction={(variant) =>
                  selling.sale.state === 'done' ? null : (
                    <SaleButton variant={variant} disabled={!canReceive(selling)} />
                  )
                }
              />
            </StepGroup>
          </Stack>
        }
        aside={<ChangesCard selling={selling} isNext={next === 'live'} onAsk={() => setAsking(true)} />}
      />
      {isAsking && (
        <LiveDialog
          selling={selling}
          onClose={() => setAsking(false)}
          onWhatsapp={() => {
            setAsking(false);
            setConnecting('whatsapp');
          }}
        />
      )}
    </>
  );
}
