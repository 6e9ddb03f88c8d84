import { Badge, Box, Button, Collapse, Group, Stack, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMemo, type ReactNode } from 'react';
import { DifferenceList } from '../../../../ui/difference-list.tsx';
import { useFormats } from '../../../../ui/format/formats.ts';
import { Icon } from '../../../../ui/icons.tsx';
import { useTexts } from '../../../../ui/texts.ts';
import { useFlowDocument } from '../state/flow-document.ts';
import { useEditorStore } from '../state/use-editor.ts';
import type { CopilotMessage, Proposal } from './ask-stream.ts';
import styles from './copilot.module.css';
import { Impact } from './impact.tsx';
import { tryOperations, type Tried } from './preview.ts';
import { PreviewBar } from './preview-bar.tsx';
import { texts } from './texts.ts';
import { usePreview } from './use-preview.ts';

const tones = { high: 'verde', medium: 'ambar', low: 'gray' } as const;

/** The confidence of the copilot as a badge. */
export function Confidence({ proposal: { confidence } }: { proposal: Proposal }): ReactNode {
  const t = useTexts(texts);
  return (
    <Badge variant="light" color={tones[confidence]} tt="none">
      {t[confidence]}
    </Badge>
  );
}

type CardProps = {
  message: CopilotMessage;
  proposal: Proposal;
  /** The proposal has no feedback yet and is the newest message. */
  isOpen: boolean;
  isStale: boolean;
  onApply: (tried: Tried) => void;
  onDecline: () => void;
  onAsk: (text: string) => void;
  /** The question that the proposal responds to. */
  question: string | undefined;
};

/** A proposal: its changes, its safety notes, and the actions on it. */
export function ProposalCard(props: CardProps): ReactNode {
  const t = useTexts(texts);
  const { time } = useFormats();
  const { message, proposal, isOpen, isStale, question, onAsk } = props;
  const { flow } = useFlowDocument();
  const tried = useMemo(
    () => (isOpen && !isStale ? tryOperations(flow, proposal.operations) : undefined),
    [isOpen, isStale, flow, proposal],
  );
  const isOutdated = isOpen && !tried;
  return (
    <Box component="article" className={styles.card ?? ''} aria-label={proposal.userSummary}>
      <Stack gap="xs" p="sm">
        <Group gap="xs">
          <Confidence proposal={proposal} />
          <Text size="xs" c="dimmed">
            {proposal.confidence === 'medium' ? t.mediumHint : t.madeOf(time(message.at))}
          </Text>
        </Group>
        <Text fw={600}>{proposal.userSummary}</Text>
        <Text size="sm" c="dimmed">
          {[proposal.locationLabel, proposal.expectedResult].filter(Boolean).join(' · ')}
        </Text>
      </Stack>
      {isOutdated && (
        <Group className={styles.stale ?? ''} p="sm" gap="xs" role="alert">
          <Text flex={1}>{t.stale}</Text>
          {question !== undefined && (
            <Button size="xs" variant="default" onClick={() => onAsk(question)}>
              {t.redo}
            </Button>
          )}
        </Group>
      )}
      {tried && <OpenProposal {...props} tried={tried} />}
      {message.feedback && message.feedback !== 'unhelpful' && (
        <Text size="sm" c="dimmed" p="sm" pt={0}>
          {message.feedback === 'applied' ? t.wasApplied : t.declined}
        </Text>
      )}
    </Box>
  );
}

/** The changes of a proposal, also shown in the diagram, and the button that applies it. */
function OpenProposal({ proposal, tried, onApply, onDecline, onAsk }: CardProps & { tried: Tried }): ReactNode {
  const t = useTexts(texts);
  const { flow, locked } = useFlowDocument();
  const preview = usePreview(tried);
  const { goTo } = useEditorStore();
  return (
    <>
      {preview && <PreviewBar {...preview} />}
      <Box p="sm" className={styles.part ?? ''}>
        <DifferenceList before={flow} after={tried.after} onPick={goTo} />
      </Box>
      <Impact before={flow} after={tried.after} />
      {proposal.requiredSafetyChanges.length > 0 && (
        <Group p="sm" gap="xs" wrap="nowrap" align="flex-start" className={styles.safety ?? ''}>
          <Icon name="lock" size={16} />
          <Text size="sm">
            <b>{t.safety}</b> {proposal.requiredSafetyChanges.join(' ')}
          </Text>
        </Group>
      )}
      <Group p="sm" gap="xs" className={styles.part ?? ''}>
        <Button color="roxo" disabled={locked !== undefined} onClick={() => onApply(tried)}>
          {t.apply}
        </Button>
        <Button variant="default" onClick={onDecline}>
          {t.decline}
        </Button>
        {locked && (
          <Text size="sm" c="dimmed">
            {t.locked}
          </Text>
        )}
      </Group>
      <Suggestions suggestions={proposal.optionalSuggestions} onAsk={onAsk} />
      <Details summary={proposal.summary} />
    </>
  );
}

function Suggestions({
  suggestions,
  onAsk,
}: {
  suggestions: readonly string[];
  onAsk: (text: string) => void;
}): ReactNode {
  const t = useTexts(texts);
  if (suggestions.length === 0) return null;
  return (
    <Stack gap={6} p="sm" className={styles.part ?? ''} align="flex-start">
      <Text size="sm" c="dimmed">
        {t.suggestions}
      </Text>
      {suggestions.map((text) => (
        <Button
          key={text}
          size="compact-sm"
          variant="default"
          styles={{
            root: { height: 'auto', minHeight: 28 },
            label: { whiteSpace: 'normal', textAlign: 'left', overflow: 'visible', lineHeight: 1.4 },
          }}
          leftSection={<Icon name="plus" size={14} />}
          aria-label={t.add(text)}
          onClick={() => onAsk(t.addAsk(text))}
        >
          {text}
        </Button>
      ))}
    </Stack>
  );
}

function Details({ summary }: { summary: string }): ReactNode {
  const t = useTexts(texts);
  const [isOpen, { toggle }] = useDisclosure();
  return (
    <Box p="sm" className={styles.part ?? ''}>
      <UnstyledButton onClick={toggle} aria-expanded={isOpen} fz="sm" c="dimmed">
        {t.details}
      </UnstyledButton>
      <Collapse expanded={isOpen}>
        <Text size="sm" pt={4} style={{ overflowWrap: 'anywhere' }}>
          {summary}
        </Text>
      </Collapse>
    </Box>
  );
}
