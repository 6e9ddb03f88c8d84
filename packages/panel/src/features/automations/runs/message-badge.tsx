import type { ReactNode } from 'react';
import { useTexts } from '../../../ui/texts.ts';
import { ToneBadge } from '../../../ui/tone-badge.tsx';
import { messageTexts, messageTones, type RunMessage } from './message-text.ts';

/** The delivery state of a message, in a word. */
export function MessageBadge({ state }: { state: RunMessage['state'] }): ReactNode {
  const m = useTexts(messageTexts);
  return <ToneBadge tone={messageTones[state]}>{m.state[state]}</ToneBadge>;
}
