import { List, Text } from '@mantine/core';
import { channelOf, describeStep, isSend, walkFlow, type Flow, type SendStep } from '@retoma/flow';
import type { ReactNode } from 'react';
import type { ApiResponse } from '../../../../api/call.ts';
import { useApiQuery } from '../../../../api/query.ts';
import { countedAfterMs } from '../../../../ui/feedback/counting.tsx';
import { useFormats } from '../../../../ui/format/formats.ts';
import { useLocale } from '../../../../ui/locale.tsx';
import { useTexts } from '../../../../ui/texts.ts';
import { countText } from '../step-forms/sms/count.ts';
import { useSmsWay } from '../step-forms/use-sending.ts';
import { useAutomationParams } from '../save/automation.ts';
import styles from './copilot.module.css';
import { texts } from './texts.ts';

const route = 'GET /panel/api/stores/:storeId/automations/:automationId/results';

const days = 30;

/** The impact of a proposal: how many runs sent a removed message lately, and the new length of a changed SMS. */
export function Impact({ before, after }: { before: Flow; after: Flow }): ReactNode {
  const t = useTexts(texts);
  const { locale } = useLocale();
  const { number } = useFormats();
  const way = useSmsWay();
  const params = useAutomationParams();
  const [was, is] = [messagesIn(before), messagesIn(after)];
  const removed = [...was].filter(([id]) => !is.has(id));
  const results = useApiQuery(
    route,
    { params, query: { days } },
    {
      enabled: removed.length > 0,
      staleTime: 60_000,
      refetchInterval: ({ state }) => state.data?.results === null && countedAfterMs,
    },
  ).data?.results;
  const lines = [
    ...removed.flatMap(([, { step, path }]) => {
      const name = describeStep(step, locale);
      const reached = results && reachedBy(results.steps, { path, channel: channelOf[step.name], label: name });
      return reached ? [t.reached(name, reached, number(reached), days)] : [];
    }),
    ...[...is].flatMap(([id, { step }]) => {
      const earlier = was.get(id)?.step;
      if (step.name !== 'send_sms' || earlier?.name !== 'send_sms') return [];
      const [from, to] = [countText(earlier.data.message, way), countText(step.data.message, way)];
      return from.written === to.written && from.parts === to.parts
        ? []
        : [t.smsBecomes(from.written, to.written, from.parts, to.parts)];
    }),
  ];
  if (lines.length === 0) return null;
  return (
    <List listStyleType="none" p="sm" className={styles.part ?? ''} aria-label={t.impact}>
      {lines.map((line) => (
        <List.Item key={line}>
          <Text size="sm">{line}</Text>
        </List.Item>
      ))}
    </List>
  );
}

type SendMessage = { step: SendStep; path: string };

const messagesIn = (flow: Flow): ReadonlyMap<string, SendMessage> =>
  new Map(
    [...walkFlow(flow)].flatMap(({ step, path }): [string, SendMessage][] =>
      step.type === 'action' && isSend(step) ? [[step.id ?? path, { step, path }]] : [],
    ),
  );

type Funnel = NonNullable<ApiResponse<typeof route>['results']>['steps'];

/** The number of runs that sent a message. It is matched by text and channel; among several matches, by position. */
function reachedBy(
  funnel: Funnel,
  { path, channel, label }: Pick<Funnel[number], 'path' | 'channel' | 'label'>,
): number {
  const same = funnel.filter((one) => one.channel === channel && one.label === label);
  return (same.length > 1 ? same.find((one) => one.path === path) : same[0])?.sent ?? 0;
}
