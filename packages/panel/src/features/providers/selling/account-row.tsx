import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useLocale } from '../../../ui/locale.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { AccountDialog, type AccountStep } from '../payments/account-dialog.tsx';
import { CheckButton } from '../payments/account-row.tsx';
import { freeMethods } from '../payments/free-methods.ts';
import type { Payments } from '../payments/payments-data.ts';
import type { Selling } from './selling-data.ts';
import { StepRow } from './step-row.tsx';
import { texts } from './texts.ts';

type SellingAccountProps = { account: Selling['accounts'][number]; payments: Payments | undefined; isNext: boolean };

/** The step of one payment provider. Its dialog is that of the settings. */
export function SellingAccount({ account: step, payments, isNext }: SellingAccountProps): ReactNode {
  const t = useTexts(texts);
  const { locale } = useLocale();
  const [open, setOpen] = useState<AccountStep>();
  const { provider: name, state, methods, supports, reportsPayments } = step;
  const label = step.label[locale];
  const provider = payments?.providers.find((one) => one.name === name);
  const account = payments?.accounts.find((one) => one.provider === name);
  const isConnected = state === 'done' || state === 'unverified' || account !== undefined;
  const fresh = reportsPayments ? t.connectWhat(label) : t.addPixKey;
  return (
    <>
      <StepRow
        icon={supports.length === 1 && supports[0] === 'pix' ? 'pix' : 'card'}
        state={state}
        title={label}
        facts={methods.map((method) => t[method])}
        text={textOf()}
        isNext={isNext}
        renderAction={(variant) =>
          state === 'unverified' && account ? (
            <CheckButton accountId={account.accountId} name={label} label={t.checkAgain} variant={variant} size="sm" />
          ) : (
            <Button
              size="sm"
              variant={variant}
              disabled={!provider}
              aria-label={isConnected ? t.changeWhat(label) : fresh}
              onClick={() => setOpen('form')}
            >
              {isConnected ? t.change : reportsPayments ? t.connect : t.addPixKey}
            </Button>
          )
        }
        more={
          state === 'unverified' && (
            <Button size="compact-sm" variant="subtle" px={0} onClick={() => setOpen('form')}>
              {t.changeWhat(label)}
            </Button>
          )
        }
      />
      {open && provider && (
        <AccountDialog
          first={open}
          provider={provider}
          account={account}
          free={freeMethods(provider, payments!.accounts, payments!.providers)}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  );

  function textOf(): string {
    if (state === 'unverified') return t.unverifiedAccount(label);
    if (state === 'done')
      return [...(step.account ? [step.account] : []), reportsPayments ? t.cash : t.byHand].join(' · ');
    if (isConnected) return t.noMethod;
    if (state === 'optional') return t.spare;
    return reportsPayments ? t.cashNew(supports.map((method) => t[method])) : t.byHandNew;
  }
}
