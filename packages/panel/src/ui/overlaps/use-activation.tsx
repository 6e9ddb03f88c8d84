import { useDisclosure } from '@mantine/hooks';
import { useState, type ReactNode } from 'react';
import { useApiMutation } from '../../api/query.ts';
import { notifyError, notifySuccess } from '../feedback/notify.ts';
import { PauseDialog, type WaitingChoice } from '../feedback/pause-dialog.tsx';
import { OverlapDialog } from './overlap-dialog.tsx';
import { askOverlaps, type Overlap, type OverlapQuestion } from './use-overlaps.ts';

type ActivationProps = {
  params: { storeId: string; automationId: string };
  name: string;
  /** The notification once the automation is active or paused. */
  done: (active: boolean) => string;
  /** Merges other automations into the draft, and returns whether it did; without it merging is not offered. */
  merge?: ((others: readonly Overlap[]) => boolean) | undefined;
};

type Activation = {
  switchOn: () => void;
  /** Opens the choice about the waiting runs (RUN16). */
  switchOff: () => void;
  isPending: boolean;
  dialogs: ReactNode;
};

/** Switches the published version of an automation on and off, after the choices that either may require. */
export function useActivation({ params, name, done, merge }: ActivationProps): Activation {
  const [isPausing, pausing] = useDisclosure();
  const [question, setQuestion] = useState<OverlapQuestion>();
  const closeQuestion = (): void => setQuestion(undefined);
  const { mutate, isPending } = useApiMutation('POST /panel/api/stores/:storeId/automations/:automationId/active', {
    onSuccess: (_response, { body: { active } }) => {
      pausing.close();
      closeQuestion();
      notifySuccess(done(active));
    },
    onError: notifyError,
  });
  const become = (active: boolean, waiting?: WaitingChoice, pause: string[] = []): void =>
    mutate({ params, body: { active, pause, ...(waiting && { waiting }) } });
  const switchOn = async (): Promise<void> => {
    try {
      if ((await askOverlaps(params)).length > 0) setQuestion(params);
      else become(true);
    } catch (error) {
      notifyError(error as Error);
    }
  };
  return {
    switchOn: () => void switchOn(),
    switchOff: pausing.open,
    isPending,
    dialogs: (
      <>
        <OverlapDialog
          question={question}
          onClose={closeQuestion}
          onGoOn={(pause) => become(true, undefined, pause)}
          {...(merge && {
            onMerge: (others) => {
              if (merge(others)) closeQuestion();
            },
          })}
        />
        <PauseDialog
          params={params}
          name={name}
          opened={isPausing}
          onClose={pausing.close}
          isPending={isPending}
          onPause={(waiting) => become(false, waiting)}
        />
      </>
    ),
  };
}
