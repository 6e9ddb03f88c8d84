import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ApiResponse } from '../../../api/call.ts';
import { useApiQuery } from '../../../api/query.ts';
import { useStoreFormats } from '../../../ui/format/use-store-formats.ts';
import { Icon } from '../../../ui/icons.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { integrationTexts } from './integration-texts.ts';
import { StepGroup, StepRow } from './step-row.tsx';
import { ToSettings } from './store-rows.tsx';

type Integration = ApiResponse<'GET /panel/api/stores/:storeId/selling/integration'>;

/** API11: the steps of the developer who connects the store's own site. They are not counted: many stores sell with links alone. */
export function IntegrationGroup(): ReactNode {
  const t = useTexts(integrationTexts);
  const { data } = useApiQuery('GET /panel/api/stores/:storeId/selling/integration', {});
  if (!data) return null;
  return (
    <StepGroup title={t.title}>
      <KeyRow integration={data} />
      <PurchaseRow integration={data} />
      <ReturnsRow integration={data} />
      <WebhooksRow integration={data} />
    </StepGroup>
  );
}

type RowProps = { integration: Integration };

function KeyRow({ integration: { key } }: RowProps): ReactNode {
  const t = useTexts(integrationTexts);
  const { moment } = useStoreFormats();
  const isUsed = key.usedAt !== null;
  return (
    <StepRow
      icon="key"
      state={key.state}
      title={t.key}
      text={key.usedAt === null ? t.keyUnused : t.keyUsed(moment(key.usedAt))}
      isNext={false}
      renderAction={(variant) => (
        <ToSettings section="keys" what={t.key} act={isUsed ? t.keySee : t.keyAct} variant={variant} />
      )}
    />
  );
}

function PurchaseRow({ integration: { purchase } }: RowProps): ReactNode {
  const t = useTexts(integrationTexts);
  const texts = { done: t.purchaseDone, optional: t.purchaseOptional, missing: t.purchaseMissing };
  return (
    <StepRow
      icon="receipt"
      state={purchase.state}
      title={t.purchase}
      text={texts[purchase.state as keyof typeof texts]}
      isNext={false}
      renderAction={() =>
        purchase.state === 'done' ? null : <ToDocument page="payments#test-cards" act={t.purchaseAct} />
      }
    />
  );
}

function ReturnsRow({ integration: { returns } }: RowProps): ReactNode {
  const t = useTexts(integrationTexts);
  const { state, hostname } = returns;
  const isUnused = state === 'unverified';
  return (
    <StepRow
      icon="undo"
      state={state}
      title={t.returns}
      text={hostname === null ? t.returnsMissing : isUnused ? t.returnsUnused(hostname) : t.returnsDone(hostname)}
      isNext={false}
      renderAction={(variant) =>
        isUnused ? (
          <ToSettings section="store" what={t.returns} act={t.returnsAdd} variant={variant} />
        ) : state === 'done' ? null : (
          <ToDocument page="checkout-integration#returning-to-your-shop" act={t.returnsAct} />
        )
      }
    />
  );
}

function WebhooksRow({ integration: { webhooks } }: RowProps): ReactNode {
  const t = useTexts(integrationTexts);
  const { state, endpoints, failing } = webhooks;
  const text =
    endpoints === 0
      ? t.webhooksMissing
      : state === 'done'
        ? t.webhooksDone(endpoints)
        : failing > 0
          ? t.webhooksFailing(failing)
          : t.webhooksNew;
  return (
    <StepRow
      icon="send"
      state={state}
      title={t.webhooks}
      text={text}
      isNext={false}
      renderAction={(variant) => (
        <ToSettings
          section="webhooks"
          what={t.webhooks}
          act={endpoints === 0 ? t.webhooksAct : t.webhooksSee}
          variant={variant}
        />
      )}
    />
  );
}

/** The button to a document of the service. */
const ToDocument = ({ page, act }: { page: string; act: string }): ReactNode => (
  <Button
    component="a"
    href={`/docs/${page}`}
    target="_blank"
    size="sm"
    variant="default"
    rightSection={<Icon name="external" size={14} />}
  >
    {act}
  </Button>
);
