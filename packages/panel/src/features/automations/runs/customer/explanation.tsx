import { Button, Collapse, Group, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { describeReason, triggerNames } from '@retoma/flow';
import type { ReactNode } from 'react';
import { useStoreFormats } from '../../../../ui/format/use-store-formats.ts';
import { Icon } from '../../../../ui/icons.tsx';
import { AnchorLink } from '../../../../ui/links.tsx';
import { useLocale } from '../../../../ui/locale.tsx';
import { Surface } from '../../../../ui/surface.tsx';
import { describeOptOut } from '../../../../ui/resend/opt-out-text.ts';
import { useTexts } from '../../../../ui/texts.ts';
import { useStore } from '../../../../ui/use-store.ts';
import { MessageBadge } from '../message-badge.tsx';
import { messageTexts } from '../message-text.ts';
import type { Customer } from './customer.ts';
import { texts } from './texts.ts';

type ExplainedEvent = Customer['events'][number];

/** Why each event did or did not start each automation, by order; what no automation starts with is folded. */
export function Explanation({ events }: { events: readonly ExplainedEvent[] }): ReactNode {
  const t = useTexts(texts);
  const { number } = useStoreFormats();
  const [isOpen, { toggle }] = useDisclosure();
  const explained = events.filter(({ automations }) => automations.length > 0);
  const silent = events.filter(({ automations }) => automations.length === 0);
  const byOrder = Map.groupBy(explained, ({ orderId }) => orderId);
  if (events.length === 0) return <Text c="dimmed">{t.nothingHappened}</Text>;
  return (
    <Stack>
      {[...byOrder].map(([orderId, ofOrder]) => (
        <OrderExplanation key={orderId} orderId={orderId} events={ofOrder} />
      ))}
      {silent.length > 0 && (
        <div>
          <Button variant="transparent" size="xs" px={0} aria-expanded={isOpen} onClick={toggle}>
            {t.silent(number(silent.length))}
          </Button>
          <Collapse expanded={isOpen}>
            <Stack gap={4} mt="xs">
              {silent.map((event) => (
                <EventLine key={event.eventId} event={event} />
              ))}
            </Stack>
          </Collapse>
        </div>
      )}
    </Stack>
  );
}

function OrderExplanation({
  orderId,
  events,
}: {
  orderId: string | null;
  events: readonly ExplainedEvent[];
}): ReactNode {
  const t = useTexts(texts);
  const { storeId } = useStore();
  const number = events[0]?.orderNumber ?? null;
  return (
    <Surface>
      <Stack gap="sm">
        <Title order={2}>
          {orderId === null ? (
            t.noOrder
          ) : (
            <AnchorLink inherit to="/$storeId/orders/$orderId" params={{ storeId, orderId }}>
              {number === null ? t.orderPlain : t.orderNumber(number)}
            </AnchorLink>
          )}
        </Title>
        {events.map((event) => (
          <div key={event.eventId}>
            <EventLine event={event} />
            <Stack component="ul" gap={4} mt={4} mb={0} pl="md">
              {event.automations.map((one) => (
                <Group component="li" key={one.automationId} gap={6} style={{ display: 'list-item' }}>
                  <Text span size="sm">
                    <b>{one.name}</b> {t[`cause_${one.cause}`]}
                    {'. '}
                  </Text>
                  {one.runId !== null && (
                    <AnchorLink size="sm" to="/$storeId/runs/$runId" params={{ storeId, runId: one.runId }} search={{}}>
                      {t.seeRun}
                    </AnchorLink>
                  )}
                  {one.cause === 'started' && <RunMessages messages={one.messages} />}
                </Group>
              ))}
            </Stack>
          </div>
        ))}
      </Stack>
    </Surface>
  );
}

/** The messages of a run: what was sent, and what was not and why. */
function RunMessages({ messages }: { messages: ExplainedEvent['automations'][number]['messages'] }): ReactNode {
  const t = useTexts(texts);
  const m = useTexts(messageTexts);
  const { instant } = useStoreFormats();
  const { locale } = useLocale();
  if (messages.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t.noMessages}
      </Text>
    );
  return (
    <Stack component="ul" aria-label={t.messages} gap={6} my={4} pl={0} style={{ listStyle: 'none' }}>
      {messages.map(({ message, channel, state, reason, at, optOut }) => (
        <li key={message}>
          <Group gap={8}>
            <Icon name={channel} size={14} />
            <Text span size="sm">
              {m.channel[channel]}
            </Text>
            <MessageBadge state={state} />
            <Text span size="xs" c="dimmed">
              {instant(at)}
            </Text>
          </Group>
          {(optOut !== null || reason !== null) && (
            <Text size="sm" c="dimmed" pl={22}>
              {optOut ? describeOptOut(optOut, locale, instant) : describeReason(reason ?? '', locale)}
            </Text>
          )}
        </li>
      ))}
    </Stack>
  );
}

function EventLine({ event: { type, at } }: { event: ExplainedEvent }): ReactNode {
  const { instant } = useStoreFormats();
  const { locale } = useLocale();
  return (
    <Text size="sm">
      {triggerNames[type][locale]}{' '}
      <Text span size="xs" c="dimmed">
        {instant(at)}
      </Text>
    </Text>
  );
}
