import { ActionIcon, Box, Button, Group, Loader, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useApiMutation } from '../../../../api/query.ts';
import { useFormats } from '../../../../ui/format/formats.ts';
import { Icon } from '../../../../ui/icons.tsx';
import { notifyError } from '../../../../ui/feedback/notify.ts';
import { useTexts } from '../../../../ui/texts.ts';
import { useFlowDocument } from '../state/flow-document.ts';
import { useEditorStore } from '../state/use-editor.ts';
import { useAutomationParams } from '../save/automation.ts';
import type { CopilotMessage } from './ask-stream.ts';
import { AppliedHint } from './applied-notice.tsx';
import styles from './copilot.module.css';
import { draftMark } from './draft-mark.ts';
import { MessageText } from './message-text.tsx';
import { OptionsCard } from './options-card.tsx';
import { ProposalCard } from './proposal-card.tsx';
import { texts } from './texts.ts';
import type { Asking, Request } from './use-copilot.ts';

const rateRoute = 'POST /panel/api/stores/:storeId/automations/:automationId/copilot/messages/:messageId/feedback';

type ConversationProps = {
  messages: readonly CopilotMessage[];
  asking: Asking | undefined;
  ask: (request: Request) => void;
};

/** The messages, the newest last. Only the last proposal can be applied. */
export function Conversation({ messages, asking, ask }: ConversationProps): ReactNode {
  const t = useTexts(texts);
  const end = useRef<HTMLDivElement>(null);
  const count = messages.length;
  const progress = `${count} ${asking?.stage ?? ''} ${asking?.answerText.length ?? 0}`;
  useEffect(() => {
    // Braces: an effect must not return the promise of `scrollIntoView` as its clean-up.
    if (progress !== '') void end.current?.scrollIntoView({ block: 'nearest' });
  }, [progress]);
  return (
    <Stack gap="md" role="log" aria-label={t.conversation}>
      {messages.map((message, index) =>
        message.kind === 'question' ? (
          <Box key={message.messageId} className={styles.question ?? ''}>
            {message.text}
          </Box>
        ) : (
          <AnswerBubble
            key={message.messageId}
            message={message}
            question={messages.slice(0, index).findLast(({ kind }) => kind === 'question')?.text}
            isLast={index === count - 1 && !asking}
            ask={ask}
          />
        ),
      )}
      {asking && <InProgress asking={asking} isStored={messages.at(-1)?.text === asking.text} />}
      <div ref={end} />
    </Stack>
  );
}

type AnswerBubbleProps = {
  message: CopilotMessage;
  question: string | undefined;
  isLast: boolean;
  ask: (request: Request) => void;
};

function AnswerBubble({ message, question, isLast, ask }: AnswerBubbleProps): ReactNode {
  const { flow } = useFlowDocument();
  const { apply } = useEditorStore();
  const params = useAutomationParams();
  const rate = useApiMutation(rateRoute);
  const [isApplied, setApplied] = useState(false);
  const { proposal, feedback, messageId } = message;
  const settle = (feedback: 'applied' | 'declined'): void =>
    rate.mutate({ params: { ...params, messageId }, body: { feedback: feedback } });
  const isOpen = isLast && feedback === null && !isApplied;
  const isStale = proposal !== null && proposal.draftMark !== draftMark(flow);
  if (!proposal) {
    return (
      <Box>
        <MessageText text={message.text} />
        <Below message={message} isLast={isLast} />
      </Box>
    );
  }
  if (message.kind === 'unsure') {
    const onChoose = ({ humanLabel, nodeId }: { humanLabel: string; nodeId: string }): void =>
      ask({ text: `${question ?? ''} (${humanLabel})`.trim(), nodeId });
    return <OptionsCard proposal={proposal} isOpen={isOpen} onChoose={onChoose} />;
  }
  return (
    <Box>
      <ProposalCard
        {...{ message, proposal, isOpen, isStale, question }}
        onApply={({ operations }) => {
          const refused = apply(operations);
          if (refused) return void notifyError(new Error(refused.code));
          setApplied(true);
          settle('applied');
        }}
        onDecline={() => settle('declined')}
        onAsk={(text) => ask({ text })}
      />
      {isApplied && <AppliedHint />}
      <Below message={message} isLast={isLast} />
    </Box>
  );
}

/** The usage of an answer, and the button to mark it as not useful. */
function Below({ message, isLast }: { message: CopilotMessage; isLast: boolean }): ReactNode {
  const t = useTexts(texts);
  const { number } = useFormats();
  const params = useAutomationParams();
  const [isGivingReason, setGivingReason] = useState(false);
  const rate = useApiMutation(rateRoute, { done: t.thanks, onSuccess: () => setGivingReason(false) });
  const form = useForm({ initialValues: { reason: '' } });
  const sendReason = ({ reason }: typeof form.values): void => {
    const body = { feedback: 'unhelpful' as const, ...(reason.trim() && { reason: reason.trim() }) };
    rate.mutate({ params: { ...params, messageId: message.messageId }, body });
  };
  return (
    <Stack gap={4} mt={4}>
      <Group gap={4}>
        {isLast && message.feedback === null && (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t.unhelpful}
            title={t.unhelpful}
            onClick={() => setGivingReason(!isGivingReason)}
          >
            <Icon name="flag" size={16} />
          </ActionIcon>
        )}
        {message.tokens > 0 && (
          <Text size="xs" c="dimmed">
            {t.tokens(number(message.tokens))}
          </Text>
        )}
      </Group>
      {isGivingReason && (
        <form onSubmit={form.onSubmit(sendReason)}>
          <Group gap="xs" align="flex-end" wrap="nowrap">
            <TextInput flex={1} label={t.whyNot} maxLength={300} {...form.getInputProps('reason')} />
            <Button type="submit" variant="default" loading={rate.isPending}>
              {t.sendReason}
            </Button>
          </Group>
        </form>
      )}
    </Stack>
  );
}

function InProgress({ asking, isStored }: { asking: Asking; isStored: boolean }): ReactNode {
  const t = useTexts(texts);
  return (
    <>
      {!isStored && <Box className={styles.question ?? ''}>{asking.text}</Box>}
      <Box>
        {asking.answerText !== '' && <MessageText text={asking.answerText} />}
        <Group gap="xs" mt={4} role="status">
          <Loader size={14} color="roxo" />
          <Text size="sm" c="dimmed">
            {t[asking.stage]}
          </Text>
        </Group>
      </Box>
    </>
  );
}
