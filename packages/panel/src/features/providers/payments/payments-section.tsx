import { NumberInput, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useApiQuery } from '../../../api/query.ts';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { DurationField } from '../../../ui/settings-frame/duration-field.tsx';
import { SaveBar } from '../../../ui/settings-frame/save-bar.tsx';
import { Topic } from '../../../ui/settings-frame/topic.tsx';
import { useStoreForm, type StoreSettings } from '../../../ui/settings-frame/use-store-form.ts';
import { AccountRow } from './account-row.tsx';
import { MethodRow } from './method-row.tsx';
import { PendingChange } from './pending-change.tsx';
import { texts } from './texts.ts';

const methods = ['pix', 'boleto', 'card'] as const;

/** The payment methods of a store, the account of each, and for how long a payment stays open. */
export function PaymentsSection(): ReactNode {
  const t = useTexts(texts);
  const payments = useApiQuery('GET /panel/api/stores/:storeId/payment-accounts', {});
  const settings = useApiQuery('GET /panel/api/stores/:storeId/settings', {});
  return (
    <Stack gap={32}>
      <Loaded query={payments}>
        {(known) => (
          <Stack gap={32}>
            {known.pending && <PendingChange pending={known.pending} providers={known.providers} />}
            <Topic title={t.methods} help={t.methodsHelp}>
              {methods.map((method) => (
                <MethodRow key={method} method={method} payments={known} />
              ))}
            </Topic>
            <Topic title={t.accounts} help={t.accountsHelp}>
              {known.providers.map((provider) => (
                <AccountRow key={provider.name} provider={provider} payments={known} />
              ))}
            </Topic>
          </Stack>
        )}
      </Loaded>
      <Loaded query={settings} rows={2}>
        {({ settings: saved }) => <Times saved={saved} />}
      </Loaded>
    </Stack>
  );
}

function Times({ saved }: { saved: StoreSettings }): ReactNode {
  const t = useTexts(texts);
  const { values, set, isWrong, bar } = useStoreForm(saved);
  return (
    <>
      <Topic title={t.times} help={t.timesHelp}>
        <DurationField
          label={t.pixValidity}
          description={t.pixHint}
          error={isWrong('pixMinutes')}
          value={values.pixMinutes}
          onChange={(pixMinutes) => set({ pixMinutes })}
        />
        <NumberInput
          label={t.boletoDays}
          description={t.boletoHint}
          min={1}
          max={60}
          allowDecimal={false}
          error={isWrong('boletoDays')}
          value={values.boletoDays}
          onChange={(boletoDays) => typeof boletoDays === 'number' && set({ boletoDays })}
        />
      </Topic>
      <SaveBar {...bar} />
    </>
  );
}
