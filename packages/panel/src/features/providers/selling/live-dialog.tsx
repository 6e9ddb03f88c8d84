import { Button, Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useApiMutation } from '../../../api/query.ts';
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx';
import { DialogFoot } from '../../../ui/feedback/dialog-foot.tsx';
import { Refusal } from '../../../ui/feedback/refusal.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { useLocale, type Locale } from '../../../ui/locale.tsx';
import { useTexts } from '../../../ui/texts.ts';
import type { Selling } from './selling-data.ts';
import classes from './selling.module.css';
import { texts } from './texts.ts';

type LiveDialogProps = { selling: Selling; onClose: () => void; onWhatsapp: () => void };

/** Asks before a store sells for real, with what works and what does not, and before it goes back to the test. */
export const LiveDialog = (props: LiveDialogProps): ReactNode =>
  props.selling.live ? <BackDialog {...props} /> : <SellDialog {...props} />;

type Words = (typeof texts)['pt-BR'];

/** One line of the list: something that works, or something that the owner must know. */
type Point = { isGood: boolean; text: string };

function pointsOf(t: Words, selling: Selling, locale: Locale): Point[] {
  const { accounts, methods, channels, sender, unheard, prices } = selling;
  const nameOf = (method: Selling['methods'][number]): string => t[method.method];
  const simulated = methods.filter(({ by }) => by?.isSimulated).map(nameOf);
  const heard = channels.filter(({ by, state }) => by && !by.isSimulated && state === 'done');
  const silent = channels.filter(({ by, state }) => (!by || by.isSimulated) && state !== 'optional');
  return [
    ...accounts.flatMap(({ label, methods, state, account, reportsPayments }): Point[] => {
      const names = methods.map((method) => t[method]);
      const name = [label[locale], ...(account ? [account] : [])].join(' ');
      if (names.length === 0) return [];
      if (state === 'unverified') return [{ isGood: false, text: t.unverifiedPays(names, label[locale]) }];
      return [{ isGood: true, text: `${t.receivesBy(names, name)}${reportsPayments ? '' : ` ${t.confirms}`}` }];
    }),
    ...(heard.length > 0 ? [{ isGood: true, text: t.talks(heard.map(({ channel }) => t[channel])) }] : []),
    ...(sender.address !== null && sender.state === 'unverified'
      ? [{ isGood: false, text: t.spams(sender.address) }]
      : []),
    ...(simulated.length > 0 ? [{ isGood: false, text: t.goes(simulated) }] : []),
    ...(silent.length > 0
      ? [
          {
            isGood: false,
            text: t.silent(
              silent.map(({ channel }) => t[channel]),
              unheard,
            ),
          },
        ]
      : []),
    ...(prices.state === 'done' ? [] : [{ isGood: false, text: t.openPrices }]),
  ];
}

function SellDialog({ selling, onClose, onWhatsapp }: LiveDialogProps): ReactNode {
  const t = useTexts(texts);
  const { locale } = useLocale();
  const sell = useApiMutation('POST /panel/api/stores/:storeId/selling', { done: t.sold, onSuccess: onClose });
  const real = selling.methods.filter(({ by }) => by && !by.isSimulated).map(({ method }) => t[method]);
  const isPartial = selling.methods.some(({ by }) => by?.isSimulated);
  const whatsapp = selling.channels.find(({ channel }) => channel === 'whatsapp');
  const isSilent = selling.unheard > 0 && (whatsapp?.state === 'missing' || whatsapp?.state === 'simulated');
  return (
    <Modal opened onClose={onClose} title={t.sellTitle}>
      <Stack>
        <Text c="dimmed">{t.sellText}</Text>
        <ul className={classes.points}>
          {pointsOf(t, selling, locale).map(({ isGood, text }) => (
            <li key={text} className={classes.point}>
              <span className={isGood ? classes.good : classes.warn}>
                <Icon name={isGood ? 'check' : 'warning'} size={18} />
              </span>
              <span>{text}</span>
            </li>
          ))}
        </ul>
        <Refusal error={sell.error} />
        <DialogFoot>
          <Button variant="default" onClick={onClose}>
            {t.back}
          </Button>
          <Button
            variant={isSilent ? 'default' : 'filled'}
            loading={sell.isPending}
            onClick={() => sell.mutate({ body: { live: true } })}
          >
            {isPartial ? t.sellOnly(real) : t.sellForReal}
          </Button>
          {isSilent && <Button onClick={onWhatsapp}>{t.whatsappFirst}</Button>}
        </DialogFoot>
      </Stack>
    </Modal>
  );
}

function BackDialog({ selling, onClose }: LiveDialogProps): ReactNode {
  const t = useTexts(texts);
  const back = useApiMutation('POST /panel/api/stores/:storeId/selling', { done: t.tested, onSuccess: onClose });
  const real = selling.methods.filter(({ by }) => by && !by.isSimulated).map(({ method }) => t[method]);
  return (
    <ConfirmDialog
      opened
      title={t.backTitle}
      action={t.backToTest}
      isHarmless
      isBusy={back.isPending}
      onClose={onClose}
      onConfirm={() => back.mutate({ body: { live: false } })}
    >
      <Stack gap="xs">
        <Text>{t.backText}</Text>
        <Text>{[...(real.length > 0 ? [t.backReceives(real)] : []), t.backOrders].join(' ')}</Text>
        <Refusal error={back.error} />
      </Stack>
    </ConfirmDialog>
  );
}
