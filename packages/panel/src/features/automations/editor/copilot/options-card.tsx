import { Box, Button, Radio, Stack, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useTexts } from '../../../../ui/texts.ts';
import { useEditorStore } from '../state/use-editor.ts';
import type { Proposal } from './ask-stream.ts';
import styles from './copilot.module.css';
import { Confidence } from './proposal-card.tsx';
import { texts } from './texts.ts';

type ProposalOption = Proposal['disambiguationOptions'][number];
type OptionsProps = { proposal: Proposal; isOpen: boolean; onChoose: (option: ProposalOption) => void };

/**
 * The options when the copilot is not sure which step is meant; the draft stays unchanged. A focused or hovered option highlights its step.
 */
export function OptionsCard({ proposal, isOpen, onChoose }: OptionsProps): ReactNode {
  const t = useTexts(texts);
  const { show, hide } = useEditorStore();
  const [pickedId, setPickedId] = useState<string>();
  const option = proposal.disambiguationOptions.find(({ nodeId }) => nodeId === pickedId);
  const ring = (nodeId: string): void => show({ highlights: { [nodeId]: { tone: 'passed' } } });
  const choose = (): void => {
    hide();
    if (option) onChoose(option);
  };
  return (
    <Box component="article" className={styles.card ?? ''} aria-label={proposal.userSummary}>
      <Stack gap="xs" p="sm" onBlur={hide}>
        <Box>
          <Confidence proposal={proposal} />
        </Box>
        <Text fw={600}>{proposal.userSummary}</Text>
        {isOpen && (
          <>
            <Radio.Group label={t.which} value={pickedId ?? ''} onChange={setPickedId}>
              <Stack gap="xs" mt={6}>
                {proposal.disambiguationOptions.map(({ nodeId, humanLabel, description }) => (
                  <Box key={nodeId} className={styles.option ?? ''} onMouseEnter={() => ring(nodeId)}>
                    <Radio
                      color="roxo"
                      value={nodeId}
                      label={humanLabel}
                      description={description}
                      onFocus={() => ring(nodeId)}
                    />
                  </Box>
                ))}
              </Stack>
            </Radio.Group>
            <Button color="roxo" disabled={!option} onClick={choose} style={{ alignSelf: 'flex-start' }}>
              {t.choose}
            </Button>
          </>
        )}
      </Stack>
    </Box>
  );
}
