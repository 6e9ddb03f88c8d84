import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { describeReason } from '@retoma/flow';
import { useState, type ReactNode } from 'react';
import type { ApiResponse } from '../../api/call.ts';
import { useApiMutation, useApiQuery } from '../../api/query.ts';
import { MessagePreview } from '../../preview/message-preview.tsx';
import { CustomerLink } from '../customer-link.tsx';
import { DialogFoot } from '../feedback/dialog-foot.tsx';
import { Loaded } from '../feedback/loaded.tsx';
import { notifyError } from '../feedback/notify.ts';
import { useStoreFormats } from '../format/use-store-formats.ts';
import { Icon } from '../icons.tsx';
import { useLocale } from '../locale.tsx';
import { useTexts } from '../texts.ts';
import { describeOptOut } from './opt-out-text.ts';
import { texts, type MessageReference } from './texts.ts';

const route = 'GET /panel/api/stores/:storeId/runs/:runId/resend';
type Review = ApiResponse<typeof route>;

const channels = { whatsapp: 'WhatsApp', email: 'E-mail', sms: 'SMS' } as const;

/** Says what sending a message again does, or why it is refused, and does it. */
export function ResendDialog({
  of: { runId, message },
  close,
}: {
  of: MessageReference;
  close: () => void;
}): ReactNode {
  const t = useTexts(texts);
  const query = useApiQuery(route, { params: { runId }, query: { message } }, { staleTime: 0, gcTime: 0 });
  const review = query.data;
  return (
    <Modal opened onClose={close} title={review?.refusal ? t.refusedTitle : t.title} size={560}>
      <Stack>
        <Loaded query={query} rows={4}>
          {(review) => <Body review={review} runId={runId} />}
        </Loaded>
        <Foot of={{ runId, message }} review={review} close={close} />
      </Stack>
    </Modal>
  );
}

type FootProps = { of: MessageReference; review: Review | undefined; close: () => void };

function Foot({ of: { runId, message }, review, close }: FootProps): ReactNode {
  const t = useTexts(texts);
  // Of this dialog: however often its button is pressed, the message is sent once.
  const [requestId] = useState(() => crypto.randomUUID());
  const resend = useApiMutation('POST /panel/api/stores/:storeId/runs/:runId/resend', {
    done: t.done,
    onError: notifyError,
    onSettled: close,
  });
  const isRepeated = review !== undefined && (review.left.count > 0 || review.isPaid);
  return (
    <DialogFoot>
      <Button variant="default" onClick={close}>
        {t.back}
      </Button>
      {!review?.refusal && (
        <Button
          data-autofocus={review && !isRepeated ? true : undefined}
          disabled={!review}
          loading={resend.isPending}
          onClick={() => resend.mutate({ params: { runId }, body: { message, requestId } })}
        >
          {isRepeated ? t.anyway : t.resend}
        </Button>
      )}
    </DialogFoot>
  );
}

function Body({ review, runId }: { review: Review; runId: string }): ReactNode {
  const t = useTexts(texts);
  const { channel, name, recipient, content, refusal } = review;
  return (
    <Stack gap="md">
      <Group gap="xs" wrap="nowrap">
        <Icon name={channel} size={18} />
        <Text size="sm">
          <b>{channels[channel]}</b> {t.to(name ?? '', recipient ?? '')}
        </Text>
      </Group>
      {content && <MessagePreview channel={channel} content={content} />}
      {refusal === null ? (
        <>
          <Consequence review={review} />
          <Text size="sm" c="dimmed">
            {t.onlyThis}
          </Text>
        </>
      ) : (
        <Refusal review={review} refusal={refusal} runId={runId} />
      )}
    </Stack>
  );
}

/** What the person has got already, and gets now. */
function Consequence({ review: { name, left, isPaid, waits } }: { review: Review }): ReactNode {
  const t = useTexts(texts);
  const { instant, number } = useStoreFormats();
  const { locale } = useLocale();
  const person = name ?? t.somebody;
  const at = left.at === null ? '' : instant(left.at);
  const waiting = waits === null ? null : describeReason(waits, locale);
  return (
    <>
      {left.count === 0 ? (
        <Alert color="petroleo" icon={<Icon name="info" />}>
          {t.neverGot(person)}
        </Alert>
      ) : (
        <Alert color="ambar" icon={<Icon name="warning" />}>
          {left.isCertain ? t.got(person, at, left.isRead) : t.mayHave(person, at)}{' '}
          <b>{left.isCertain ? t.twice(number(left.count + 1)) : t.maybeTwice}</b>
        </Alert>
      )}
      {isPaid && (
        <Alert color="ambar" icon={<Icon name="warning" />}>
          {t.isPaid(person)}
        </Alert>
      )}
      {waiting && <Alert color="ambar">{waiting}</Alert>}
    </>
  );
}

/** Why the message cannot be sent, and what can be done. */
function Refusal({ review, refusal, runId }: { review: Review; refusal: string; runId: string }): ReactNode {
  const t = useTexts(texts);
  const { instant } = useStoreFormats();
  const { locale } = useLocale();
  const helps: Partial<Record<string, string>> = {
    OPTED_OUT: t.optedOutHelp,
    CODE_EXPIRED: t.expiredHelp,
    NO_CONNECTION: t.channelHelp,
    SIMULATED: t.channelHelp,
    UNDER_WAY: t.underWayHelp,
  };
  const cause = review.optOut && describeOptOut(review.optOut, locale, instant);
  return (
    <Alert color="ambar" icon={<Icon name="warning" />}>
      <Text size="sm">{cause ?? describeReason(refusal, locale) ?? refusal}</Text>
      {helps[refusal] && (
        <Text size="sm" mt={4}>
          {helps[refusal]}
        </Text>
      )}
      {refusal === 'OPTED_OUT' && (
        <Text size="sm" mt={8}>
          <CustomerLink of={{ runId }}>{t.seeCustomer}</CustomerLink>
        </Text>
      )}
    </Alert>
  );
}
