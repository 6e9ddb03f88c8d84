import { Button, Modal, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { DialogFoot } from '../feedback/dialog-foot.tsx';
import { useTexts } from '../texts.ts';
import { OverlapChoices } from './overlap-choices.tsx';
import { texts } from './texts.ts';
import { useOverlaps, type Overlap, type OverlapQuestion } from './use-overlaps.ts';

type OverlapDialogProps = {
  /** The automation to be activated; without it the dialog is closed. */
  question: OverlapQuestion | undefined;
  onClose: () => void;
  /** Continues, with the ids of the automations to pause. */
  onGoOn: (pause: string[]) => void;
  /** Merges the other automations into the draft; without it merging is not offered. */
  onMerge?: (others: readonly Overlap[]) => void;
};

/** Shown before an automation is activated: lets the user choose what happens to active automations that may message the same people. */
export function OverlapDialog({ question, ...rest }: OverlapDialogProps): ReactNode {
  const t = useTexts(texts);
  return (
    <Modal opened={question !== undefined} onClose={rest.onClose} title={t.title} size="lg">
      {question && <Choices question={question} {...rest} />}
    </Modal>
  );
}

type ChoicesProps = Omit<OverlapDialogProps, 'question'> & { question: OverlapQuestion };

function Choices({ question, onClose, onGoOn, onMerge }: ChoicesProps): ReactNode {
  const t = useTexts(texts);
  const overlapping = useOverlaps(question);
  const merging = overlapping.pickedFor('merge');
  const goOn = (): void => {
    if (onMerge && merging.length > 0) onMerge(merging);
    else onGoOn(overlapping.pickedFor('pause').map(({ automationId }) => automationId));
  };
  return (
    <Stack>
      <OverlapChoices overlapping={overlapping} canMerge={onMerge !== undefined} />
      <DialogFoot>
        <Button variant="default" onClick={onClose}>
          {t.back}
        </Button>
        <Button onClick={goOn} loading={overlapping.query.isPending}>
          {merging.length > 0 ? t.mergeNow : t.goOn}
        </Button>
      </DialogFoot>
    </Stack>
  );
}
