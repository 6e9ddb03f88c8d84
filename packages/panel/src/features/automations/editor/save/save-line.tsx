import { Anchor, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormats } from '../../../../ui/format/formats.ts';
import { useTexts } from '../../../../ui/texts.ts';
import { texts } from './texts.ts';
import type { Saving } from './use-autosave.ts';

type SaveLineProps = Saving & {
  /** When the draft was last saved before the editor opened; ISO. */
  savedBefore: string;
  /** Opens the conflict dialog again. */
  onSettle: () => void;
};

/** The state of saving as text. Screen readers announce it politely, and not after every key. */
export function SaveLine({ autosave, state, savedBefore, onSettle }: SaveLineProps): ReactNode {
  const t = useTexts(texts);
  const line = useSavedText();
  const act = (label: string, onClick: () => void): ReactNode => (
    <Anchor component="button" type="button" inherit underline="always" onClick={onClick}>
      {label}
    </Anchor>
  );
  const hasFailed = state.kind === 'failed' || state.kind === 'conflict';
  return (
    <Text span inherit role="status" {...(hasFailed && { c: 'var(--mantine-color-error)' })}>
      {state.kind === 'saving' && t.saving}
      {state.kind === 'saved' && line(state.at ?? savedBefore)}
      {state.kind === 'offline' && t.offline}
      {state.kind === 'failed' && (
        <>
          {state.error.message || t.failed} {act(t.retry, () => void autosave.flush())}
        </>
      )}
      {state.kind === 'conflict' && (
        <>
          {t.conflict} {act(t.settle, onSettle)}
        </>
      )}
    </Text>
  );
}

/** `Rascunho salvo às 14:02`; with the date if that is not today. */
function useSavedText(): (at: string | number) => string {
  const t = useTexts(texts);
  const { time, instant } = useFormats();
  return (at) => {
    const isToday = new Date(at).toDateString() === new Date().toDateString();
    return t.saved(isToday ? t.savedAt(time(at)) : t.savedOn(instant(at)));
  };
}
