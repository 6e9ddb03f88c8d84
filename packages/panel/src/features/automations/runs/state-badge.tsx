import type { ReactNode } from 'react';
import { useTexts } from '../../../ui/texts.ts';
import { ToneBadge } from '../../../ui/tone-badge.tsx';
import { runStates, texts, type RunState } from './texts.ts';

/** The state of a run as a word, a colour and an icon; `children` replaces the word. */
export function RunStateBadge({ state, children }: { state: RunState; children?: ReactNode }): ReactNode {
  const t = useTexts(texts);
  return <ToneBadge {...runStates[state]}>{children ?? t[state]}</ToneBadge>;
}
